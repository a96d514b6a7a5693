import {
  type CloseReason,
  type Connection,
  type MemoryPeer,
  memoryTransport,
  type OpenFailure,
  type OpenOptions,
  type Transport,
} from "@x/connection";

/** A scripted server: how it answers each method, and everything that reached it. */
export interface Server {
  readonly transport: Transport;
  /** Frames that reached it, parsed, over all connections. */
  readonly received: Frame[];
  /** The open ends, one a connection, oldest first. */
  readonly peers: MemoryPeer[];
  /** How many of its connections are open. */
  open: number;
}

export interface Frame {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

/** What a method answers: a `result` member, a whole message as text, or nothing at all. */
export type Answer = (frame: Frame) => object | string | undefined;

export type Answers = Readonly<Record<string, Answer>>;

const tool = (name: string): object => ({ name, inputSchema: { type: "object" } });

export const MODERN_DISCOVER: Answer = () => ({
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: "private",
});

/** A `DiscoverResult` with these capabilities. */
export const discovering =
  (capabilities: object): Answer =>
  () => ({ resultType: "complete", supportedVersions: ["2026-07-28"], capabilities });

/** An `InitializeResult` with these capabilities. */
export const initializing =
  (capabilities: object): Answer =>
  () => ({
    protocolVersion: "2025-11-25",
    capabilities,
    serverInfo: { name: "same for all", version: "1" },
  });

export function modern(name: string, tools: readonly string[], answers: Answers = {}): Server {
  return server(name, {
    "server/discover": MODERN_DISCOVER,
    "tools/list": () => ({ resultType: "complete", tools: tools.map(tool) }),
    "tools/call": ({ params }) => ({
      resultType: "complete",
      content: [{ type: "text", text: `${name}: ${params?.["name"]}` }],
    }),
    ...answers,
  });
}

export function legacy(name: string, tools: readonly string[], answers: Answers = {}): Server {
  return server(name, {
    initialize: () => ({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "same for all", version: "1" },
    }),
    "notifications/initialized": () => undefined,
    "tools/list": () => ({ tools: tools.map(tool) }),
    "tools/call": ({ params }) => ({
      content: [{ type: "text", text: `${name}: ${params?.["name"]}` }],
    }),
    ...answers,
  });
}

/** What is not in `answers` is answered `-32601`. */
export function server(name: string, answers: Answers): Server {
  const received: Frame[] = [];
  const peers: MemoryPeer[] = [];
  const one: Server = { received, peers, open: 0, transport: counted() };
  return one;

  function serve(peer: MemoryPeer): void {
    peers.push(peer);
    peer.onFrame((text) => {
      const frame: Frame = JSON.parse(text);
      received.push(frame);
      const answer = answers[frame.method];
      if (answer !== undefined) reply(peer, frame, answer(frame));
      else if (frame.id !== undefined) reply(peer, frame, error(frame, -32601));
    });
  }

  function counted(): Transport {
    const transport = memoryTransport(serve, { name });
    return {
      binding: transport.binding,
      open: async (options: OpenOptions): Promise<Connection | OpenFailure> => {
        const opened = await transport.open(options);
        if (opened.type === "connection") {
          one.open += 1;
          void opened.closed.then(() => {
            one.open -= 1;
          });
        }
        return opened;
      },
    };
  }
}

export function error({ id }: Frame, code: number): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "no" } });
}

function reply(peer: MemoryPeer, { id }: Frame, answer: object | string | undefined): void {
  if (answer === undefined) return;
  peer.send(
    typeof answer === "string" ? answer : JSON.stringify({ jsonrpc: "2.0", id, result: answer }),
  );
}

export const GONE: CloseReason = {
  type: "exited",
  message: 'The server process ended with exit code 3; its last words: "fatal: missing API_KEY".',
  exit: { exitCode: 3, signal: null, stderr: ["fatal: missing API_KEY"] },
};

/** A server that cannot be opened while `down` says so. */
export function unreliable(inner: Server, down: () => boolean): Transport {
  return {
    binding: inner.transport.binding,
    open: async (options) =>
      down()
        ? {
            type: "open_failure",
            phase: "spawn",
            code: "ENOENT",
            message: "There is no command like that.",
          }
        : inner.transport.open(options),
  };
}

/** The same server, whose end takes time; what is opened and what is gone is written down. */
export function slowToLeave(inner: Server, log: string[]): Transport {
  return {
    binding: inner.transport.binding,
    open: async (options) => {
      log.push("open");
      const opened = await inner.transport.open(options);
      if (opened.type !== "connection") return opened;
      const close = opened.close.bind(opened);
      opened.close = async () => {
        const reason = await close();
        await arrived();
        log.push("gone");
        return reason;
      };
      return opened;
    },
  };
}

/** Lets everything that is under way arrive. */
export async function arrived(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

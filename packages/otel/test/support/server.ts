import { type MemoryPeer, memoryTransport, type Transport } from "@x/connection";

export interface Frame {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

/** What a method is answered: a `result`, a whole message as text, or nothing. */
export type Answers = { readonly [method: string]: (frame: Frame, peer: MemoryPeer) => unknown };

export interface Server {
  readonly transport: Transport;
  /** Every frame that reached it. */
  readonly received: Frame[];
  readonly peers: MemoryPeer[];
}

/** A modern server of everything: the tools `search` and `add`, a prompt and resources. */
export function modern(name: string, answers: Answers = {}): Server {
  return server(name, {
    "server/discover": () => ({
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
    }),
    "tools/list": () => ({ tools: ["add", "search"].map(tool) }),
    "prompts/list": () => ({ prompts: [{ name: "hello" }] }),
    "resources/list": () => ({ resources: [] }),
    "tools/call": () => ({ content: [] }),
    "prompts/get": () => ({ messages: [] }),
    "resources/read": () => ({ contents: [] }),
    "completion/complete": () => ({ completion: { values: [] } }),
    ...answers,
  });
}

/** What is not in `answers` is refused with `-32601`. */
export function server(name: string, answers: Answers): Server {
  const received: Frame[] = [];
  const peers: MemoryPeer[] = [];
  const serve = (peer: MemoryPeer): void => {
    peers.push(peer);
    peer.onFrame((text) => {
      const frame: Frame = JSON.parse(text);
      received.push(frame);
      if (frame.id === undefined) return;
      const answer = answers[frame.method];
      const reply = answer === undefined ? refusal(frame, -32601) : answer(frame, peer);
      if (typeof reply === "string") peer.send(reply);
      else if (reply !== undefined) {
        const result = { resultType: "complete", ...(reply as object) };
        peer.send(JSON.stringify({ jsonrpc: "2.0", id: frame.id, result }));
      }
    });
  };
  return { transport: memoryTransport(serve, { name }), received, peers };
}

export function refusal({ id }: Frame, code: number, message = "no"): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}

/** Where a request says that it belongs. */
export function traceparentOf({ params }: Frame): unknown {
  return (params?.["_meta"] as { readonly traceparent?: unknown } | undefined)?.traceparent;
}

function tool(name: string): object {
  return { name, inputSchema: { type: "object" } };
}

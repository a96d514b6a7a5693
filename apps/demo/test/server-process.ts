import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** How a server's process ended, and all it wrote on stderr. */
export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: readonly string[];
}

/** A built server as a child process, spoken to in raw JSON lines. */
export interface ServerProcess {
  /** Sends a request with an id of its own, `params` exactly as given, and gives the line that answers it. */
  ask(method: string, params?: object): Promise<Answer>;
  /** Sends one line as it is. */
  send(line: string): void;
  /** Closes stdin and waits until the process and its streams are over. May be called again. */
  end(): Promise<Ended>;
}

/** The answer to a request: exactly one of the two members, else {@link ServerProcess.ask} rejects. */
export interface Answer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What one unanswered request needs to settle. */
interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Starts `dist/servers/<name>.js`; the app must have been built. */
export function startServer(name: string): ServerProcess {
  const script = new URL(`../dist/servers/${name}.js`, import.meta.url);
  const child = spawn(process.execPath, [fileURLToPath(script)], { stdio: "pipe" });
  const pending = new Map<number, Waiting>();
  const stderr: string[] = [];
  let lastId = 0;

  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (exitCode, signal) => {
      for (const { reject } of pending.values()) {
        reject(new Error(`${name} ended with ${exitCode ?? signal}: ${stderr.join("\n")}`));
      }
      resolve({ exitCode, signal, stderr });
    });
  });
  // A server that is already gone (`dead`) breaks the pipe; its exit says more.
  child.stdin.on("error", () => undefined);
  createInterface(child.stderr).on("line", (line) => stderr.push(line));
  createInterface(child.stdout).on("line", (line) => {
    const { jsonrpc, id, result, error } = JSON.parse(line);
    const waiting = pending.get(id);
    pending.delete(id);
    if (jsonrpc === "2.0" && (result === undefined) !== (error === undefined)) {
      waiting?.resolve(result === undefined ? { error } : { result });
    } else {
      waiting?.reject(new Error(`${name} answered ${line}`));
    }
  });

  return {
    ask(method, params) {
      lastId += 1;
      const id = lastId;
      this.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    },
    send: (line) => void child.stdin.write(`${line}\n`),
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/** Params of a request of revision 2026-07-28. */
export function modern(params: object = {}, revision = "2026-07-28"): object {
  return {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": revision,
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "demo-test", version: "1.0.0" },
    },
  };
}

/** Params of `initialize`. */
export function handshake(protocolVersion: string): object {
  return {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "demo-test", version: "1.0.0" },
  };
}

/** The notification that ends the handshake, as a line. */
export const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

/** The names in a `tools/list` answer, in the order they came. */
export function toolNames(answer: Answer): unknown[] {
  const tools = answer.result?.["tools"];
  return Array.isArray(tools) ? tools.map((tool) => tool.name) : [];
}

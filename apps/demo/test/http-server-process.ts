import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Answer, Ended } from "./server-process.js";

/** Headers of a request, by name. */
interface Headers {
  readonly [name: string]: string;
}

/** An answer, and the status that it came with. */
interface HttpAnswer extends Answer {
  readonly status: number;
}

/** A built HTTP server as a child process, spoken to by `fetch`. */
export interface HttpServerProcess {
  readonly url: string;
  /** The session that `initialize` began, if any; it goes with every later request. */
  session(): string | undefined;
  /** Leaves the session; the server is not told. */
  forget(): void;
  /** Sends a request with an id of its own; of the headers that mirror it, `headers` replaces some. */
  ask(method: string, params?: object, headers?: Headers): Promise<HttpAnswer>;
  /** Sends a request without a body, such as `GET`. */
  fetch(method: string, headers?: Headers): Promise<Response>;
  /** Closes stdin and waits until the process and its streams are over. May be called again. */
  end(): Promise<Ended>;
}

/** Starts `dist/servers/<name>.js` and waits until it says where it listens; the app must have been built. */
export async function startHttpServer(name: string): Promise<HttpServerProcess> {
  const script = new URL(`../dist/servers/${name}.js`, import.meta.url);
  const child = spawn(process.execPath, [fileURLToPath(script)], { stdio: "pipe" });
  const stderr: string[] = [];
  createInterface(child.stderr).on("line", (line) => stderr.push(line));
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (exitCode, signal) => resolve({ exitCode, signal, stderr }));
  });
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  if (value === undefined) throw new Error(`${name} did not listen: ${stderr.join("\n")}`);
  const url: string = JSON.parse(value).listening;
  let session: string | undefined;
  let lastId = 0;

  function headersOf(headers: Headers): Headers {
    const accept = "application/json, text/event-stream";
    return { accept, ...(session === undefined ? {} : { "mcp-session-id": session }), ...headers };
  }

  return {
    url,
    session: () => session,
    forget: () => {
      session = undefined;
    },
    ask: async (method, params, headers) => {
      lastId += 1;
      const response = await fetch(url, {
        method: "POST",
        headers: headersOf({
          "content-type": "application/json",
          ...mirrorOf(method, params),
          ...headers,
        }),
        body: JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params }),
      });
      session ??= response.headers.get("mcp-session-id") ?? undefined;
      return { status: response.status, ...messageIn(await response.text()) };
    },
    fetch: (method, headers = {}) => fetch(url, { method, headers: headersOf(headers) }),
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/** The headers of a request of revision 2026-07-28; none for one without a revision. */
function mirrorOf(method: string, params: object = {}): Headers {
  const { name, _meta } = params as { name?: string; _meta?: Headers };
  const revision = _meta?.["io.modelcontextprotocol/protocolVersion"];
  if (revision === undefined) return {};
  const named = name === undefined ? undefined : { "mcp-name": name };
  return { "mcp-protocol-version": revision, "mcp-method": method, ...named };
}

/** The message in a body, or in the one event of a stream; nothing where there is none. */
function messageIn(body: string): Answer {
  const json = body.startsWith("{") ? body : /^data: (.+)$/m.exec(body)?.[1];
  return json === undefined ? {} : JSON.parse(json);
}

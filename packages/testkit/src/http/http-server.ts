import { HttpListener } from "./http-listener.js";
import type { HttpBehaviour, ReceivedRequest } from "./received-request.js";

/** A server that runs. */
export interface HttpServer {
  /** `http://127.0.0.1:PORT/mcp`. */
  readonly url: string;
  /** What was received, in the order of arrival; it grows. */
  readonly requests: readonly ReceivedRequest[];
  /** Ends the server with all its sockets; settles when none is left. */
  close(): Promise<void>;
}

/** A server that does the same with every request, whatever its path. */
export async function httpServer(behaviour: HttpBehaviour): Promise<HttpServer> {
  const listener = await HttpListener.listen(behaviour);
  return {
    url: `${listener.origin}/mcp`,
    requests: listener.requests,
    close: () => listener.close(),
  };
}

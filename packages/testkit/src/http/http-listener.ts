import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { type HttpBehaviour, type ReceivedRequest, receivedRequest } from "./received-request.js";

/** A server on 127.0.0.1, with its sockets in hand. */
export class HttpListener {
  readonly requests: ReceivedRequest[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #closed: Promise<void>;

  /** Listens on a port that the system picks. */
  static async listen(behaviour: HttpBehaviour): Promise<HttpListener> {
    const listener = new HttpListener(behaviour);
    const server = listener.#server;
    await new Promise<void>((resolve, reject) => {
      server.on("error", reject);
      server.listen(0, "127.0.0.1", resolve);
    });
    return listener;
  }

  private constructor(behaviour: HttpBehaviour) {
    // A connection that was kept does not go away just when the next request is sent on it.
    this.#server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
      response.on("error", () => {}); // its socket is gone
      const received = await receivedRequest(request, response);
      if (received === undefined) return;
      this.requests.push(received);
      behaviour(received, response);
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => {}); // the client is gone
      socket.on("close", () => this.#sockets.delete(socket));
    });
    this.#closed = new Promise((resolve) => this.#server.on("close", resolve));
  }

  get origin(): string {
    const address = this.#server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    return `http://127.0.0.1:${port}`;
  }

  /** Ends every socket, after what was written to it. */
  reset(): void {
    for (const socket of this.#sockets) socket.destroySoon();
  }

  /** The same, and listens no more: who connects from now on is refused. */
  vanish(): void {
    this.#server.close();
    this.reset();
  }

  /** Ends every socket at once; settles when none is left. */
  close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    return this.#closed;
  }
}

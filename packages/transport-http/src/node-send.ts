import type { ClientRequest, IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { httpFailure, type SendStage } from "./http-failure.js";
import type { HttpRequest, HttpSink, Send } from "./send.js";
import { type NodeSendOptions, SendAgents } from "./send-agents.js";
import { decoderOf } from "./send-decoding.js";
import { headerIn } from "./send-headers.js";
import { rememberingTarget, type SendTarget } from "./send-target.js";
import { SendTurn } from "./send-turn.js";

export type { NodeSendOptions } from "./send-agents.js";

/**
 * Sends over `node:http` and `node:https`, on connections of its own that are kept for later requests.
 *
 * A reply that is compressed without having been asked for is decoded. Nothing is ever sent twice: a
 * server that closes a kept connection while a request is on its way to it is a failure in `exchange`.
 * `close` ends idle connections at once, others when what is under way on them is over.
 */
export function nodeSend(options: NodeSendOptions = {}): Send {
  const agents = new SendAgents(options);
  const targetOf = rememberingTarget();
  const turn = new SendTurn();
  const send: Send = (request, sink) => {
    const exchange = new NodeExchange(request.url, sink, turn);
    turn.run(() => {
      if (exchange.isOver) return;
      try {
        exchange.begin(request, targetOf(request.url), agents);
      } catch (error) {
        queueMicrotask(() => exchange.failed(error, "building"));
      }
    });
    return () => exchange.cancel();
  };
  send.close = () => agents.close();
  return send;
}

/** What Node says of the system's call that failed; of several attempts to connect, one error each. */
interface SystemError extends Error {
  readonly syscall?: string;
  readonly errors?: readonly SystemError[];
}

/** One request and its reply. */
class NodeExchange {
  readonly #url: string;
  readonly #sink: HttpSink;
  readonly #turn: SendTurn;
  #request: ClientRequest | undefined;
  #reply: IncomingMessage | undefined;
  #decoder: Transform | undefined;
  #over = false;

  constructor(url: string, sink: HttpSink, turn: SendTurn) {
    this.#url = url;
    this.#sink = sink;
    this.#turn = turn;
  }

  get isOver(): boolean {
    return this.#over;
  }

  begin({ method, headers, body }: HttpRequest, target: SendTarget, agents: SendAgents): void {
    const { secure, host, hostname, port, path } = target;
    const length = body !== undefined || method === "POST" ? Buffer.byteLength(body ?? "") : -1;
    // With an import, Node 24 would first fill in all names of this module, which takes it 90 ms.
    const request = process.getBuiltinModule("node:http").request({
      agent: secure ? agents.secure() : agents.plain(),
      protocol: secure ? "https:" : "http:",
      host: hostname,
      port,
      path,
      method,
      headers: headerList(host, headers, length),
      joinDuplicateHeaders: true,
    });
    this.#request = request;
    request.on("response", (reply) => this.#head(reply));
    request.on("error", (error) => this.#broken(error, request));
    // Comes without either where the server switches to a protocol that nobody asked for.
    request.on("close", () => this.#closed());
    request.end(body);
  }

  cancel(): void {
    if (this.#over) return;
    this.#over = true;
    this.#drop();
  }

  failed(error: unknown, stage: SendStage): void {
    if (this.#over) return;
    this.#over = true;
    this.#drop();
    const reused = this.#request?.reusedSocket === true;
    this.#sink.fail(httpFailure(error, { url: this.#url, stage, reused }));
  }

  #head(reply: IncomingMessage): void {
    if (this.#over) return;
    this.#reply = reply;
    reply.on("error", (error) => this.failed(error, "body"));
    this.#sink.head(reply.statusCode ?? 0, (name) => headerIn(reply.headers, name));
    if (!this.#over) this.#body(reply);
  }

  #body(reply: IncomingMessage): void {
    const chunk = (bytes: Uint8Array): void => this.#chunk(bytes);
    const end = (): void => this.#end();
    const fail = (error: unknown): void => this.failed(error, "body");
    try {
      this.#decoder = decoderOf(reply.headers["content-encoding"], { chunk, end, fail });
    } catch (error) {
      fail(error);
      return;
    }
    if (this.#decoder === undefined) reply.on("data", chunk).on("end", end);
    else reply.pipe(this.#decoder);
  }

  #chunk(bytes: Uint8Array): void {
    if (!this.#over) this.#sink.chunk(bytes);
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#turn.ended();
    this.#sink.end();
  }

  #broken(error: SystemError, request: ClientRequest): void {
    // What comes after a whole reply is not part of it, and its end is on the way.
    if (this.#reply?.complete === true) return;
    this.failed(error, this.#reply === undefined ? stageOf(request, error) : "body");
  }

  #closed(): void {
    if (this.#reply === undefined) this.failed({ code: "ECONNRESET" }, "sent");
  }

  #drop(): void {
    this.#request?.destroy();
    this.#decoder?.destroy();
  }
}

/** How far a request without a reply has come. */
function stageOf({ socket }: ClientRequest, error: SystemError): SendStage {
  const syscall = error.syscall ?? error.errors?.[0]?.syscall;
  if (socket === null || syscall === "connect" || syscall === "getaddrinfo") return "connecting";
  // Not in Node's documentation, but on every socket of TLS: true until its handshake is done.
  return "secureConnecting" in socket && socket.secureConnecting === true ? "connecting" : "sent";
}

/** With a list of names and values, Node makes the head in one go; it adds neither host nor length then. */
function headerList(host: string, headers: HttpRequest["headers"], length: number): string[] {
  const list = ["host", host];
  for (const name in headers) list.push(name, headers[name] ?? "");
  if (length >= 0) list.push("content-length", String(length));
  return list;
}

import type { HttpBehaviour } from "@x/testkit";
import fc from "fast-check";
import type { Send } from "../src/index.js";

/** A reply as a server without sense may give it. */
export interface AnyReply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** What is said of a request with this id; an answer has the id that it is for in its result. */
  readonly body: (id: unknown) => Buffer;
  readonly pieceBytes: number;
  readonly end: "end" | "break" | "never";
}

const STATUSES = [202, 204, 301, 303, 307, 308, 400, 401, 403, 404, 405, 406, 407, 429, 500, 503];
const TYPES = ["application/json", "text/event-stream", "text/html", "text/plain", "x", ""];

const status = fc.oneof(
  { weight: 3, arbitrary: fc.constant(200) },
  { weight: 2, arbitrary: fc.constantFrom(...STATUSES) },
);

const headers = fc
  .record({
    "content-type": fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom("application/json", "text/event-stream") },
      { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
    ),
    "mcp-session-id": fc.constantFrom("", "s-1", "s 2"),
    "www-authenticate": fc.constantFrom("", "Bearer", 'Bearer realm="x", Basic y', "=,="),
    location: fc.constantFrom(
      "",
      "/elsewhere",
      "http://127.0.0.1:9/",
      "//",
      "http://else.invalid/",
    ),
  })
  .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "")));

/** A piece of a message, given the id of the request that it stands in the reply to. */
const message = fc.constantFrom<readonly ((id: unknown) => string)[]>(
  [(id) => answer(id)],
  [(id) => answer(id), (id) => answer(id)],
  [(id) => answer(Number(id) + 1)],
  [(id) => answer(String(id))],
  [(id) => `[${answer(id)},${answer(Number(id) + 1)},1]`],
  [(id) => `{"jsonrpc":"2.0","id":${id},"error":{"code":-32603,"message":"x"}}`],
  [() => '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}'],
  [(id) => `{"jsonrpc":"2.0","id":${id},"result":{},"error":{}}`],
  [(id) => `{"jsonrpc":"2.0","id":${id},"res`],
  [() => "Starting..."],
  [() => '{"jsonrpc":"2.0","id":"p","method":"ping"}'],
  [() => '{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}'],
  [(id) => notification("notifications/progress", { progressToken: id, progress: 1 })],
  [(id) => notification("notifications/cancelled", { requestId: id })],
  [() => notification("notifications/message", { data: "x".repeat(3000) })],
);

const frames = fc.array(message, { maxLength: 3 }).map((list) => list.flat());
const field = fc.constantFrom("", "id: 7\n", "id:\n", "retry: 0\n", "event: endpoint\n", ": c\n");

const body = fc.oneof(
  frames.map((list) => (id: unknown) => Buffer.from(list.map((one) => one(id)).join("\n"))),
  fc
    .array(fc.tuple(field, frames), { maxLength: 3 })
    .map((events) => (id: unknown) => Buffer.from(events.map((one) => event(one, id)).join(""))),
  fc.uint8Array({ maxLength: 50 }).map((bytes) => () => Buffer.from(bytes)),
);

/** Any reply. */
export const anyReply: fc.Arbitrary<AnyReply> = fc.record({
  status,
  headers,
  body,
  pieceBytes: fc.constantFrom(1, 7, 100, 1_000_000),
  end: fc.constantFrom("end", "end", "end", "break", "never"),
});

function answer(id: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", for: id } });
}

function notification(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}

function event(
  [first, list]: readonly [string, readonly ((id: unknown) => string)[]],
  id: unknown,
) {
  return `${first}${list.map((one) => `data: ${one(id)}\n\n`).join("")}\n`;
}

function pieces(reply: AnyReply, id: unknown): readonly Buffer[] {
  const bytes = reply.body(id);
  const count = Math.ceil(bytes.length / reply.pieceBytes);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * reply.pieceBytes, (index + 1) * reply.pieceBytes),
  );
}

/** A server that gives these replies in turn. */
export function servingAny(replies: readonly AnyReply[]): HttpBehaviour {
  let count = 0;
  return ({ message: asked }, response) => {
    const reply = replies[count % replies.length];
    count += 1;
    if (reply === undefined) return;
    response.writeHead(reply.status, reply.headers).flushHeaders();
    for (const piece of pieces(reply, asked?.["id"])) response.write(piece);
    if (reply.end === "end") response.end();
    if (reply.end === "break") setImmediate(() => response.socket?.destroy());
  };
}

/** A back end without a network that gives these replies in turn, and knows what is under way. */
export function sendingAny(replies: readonly AnyReply[]): Send & { readonly open: Set<unknown> } {
  const open = new Set<unknown>();
  let count = 0;
  const send: Send = (request, sink) => {
    const reply = replies[count % replies.length];
    count += 1;
    const exchange = {};
    open.add(exchange);
    const id = request.body === undefined ? undefined : JSON.parse(request.body).id;
    const { status: code, headers: given, end } = reply ?? NOTHING;
    const steps = [
      () => sink.head(code, (name) => given[name]),
      ...pieces(reply ?? NOTHING, id).map((piece) => () => sink.chunk(piece)),
      ...(end === "end" ? [() => sink.end()] : []),
      ...(end === "break" ? [() => sink.fail(BROKEN)] : []),
    ];
    const next = (): void => {
      if (!open.has(exchange)) return;
      const step = steps.shift();
      if (steps.length === 0 && end !== "never") open.delete(exchange);
      step?.();
      if (steps.length > 0) setImmediate(next);
    };
    setImmediate(next);
    return () => open.delete(exchange);
  };
  return Object.assign(send, { open });
}

const NOTHING: AnyReply = {
  status: 200,
  headers: {},
  body: () => Buffer.of(),
  pieceBytes: 1,
  end: "never",
};
const BROKEN = { phase: "exchange", code: "ECONNRESET", message: "It broke." } as const;

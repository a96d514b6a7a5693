/** A server over TCP, its era decided by `@x/era` and nothing above it. */
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { clockFrom } from "@x/connection";
import { negotiate } from "@x/era";
import { stamp } from "@x/wire";
import { tcpTransport } from "./tcp-transport.ts";
import { answer } from "./tiny-server.ts";

const tools = { greet: ({ name }: { readonly name?: string }) => `hello, ${name}` };
const server = createServer((socket: Socket) => {
  createInterface(socket).on("line", (line) => {
    const text = answer(line, tools);
    if (text !== undefined) socket.write(`${text}\n`);
  });
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

const negotiation = await negotiate(
  tcpTransport({ host: "127.0.0.1", port }),
  { clientInfo: { name: "tcp", version: "1.0.0" }, capabilities: {}, allowLegacy: false },
  clockFrom(globalThis),
);
console.log(negotiation.type, negotiation.record.era, negotiation.record.reason);
if (negotiation.type === "settled") {
  const { connection, settled } = negotiation;
  const params = { name: "greet", arguments: { name: "world" } };
  const outcome = await connection.exchange(
    stamp({ id: connection.ids.next(), method: "tools/call", params }, settled.stamp),
    { totalMs: 5000, onAbandon: "cancel" },
  );
  if (outcome.type === "response" && "result" in outcome.response) {
    console.log(outcome.response.result["content"]);
  }
  console.log((await connection.close()).message);
}
server.close();
// => settled modern discovered
// => [ { type: 'text', text: 'hello, world' } ]
// => This side closed the connection.

/** A server over WebSocket, under a whole client: a transport is all that a client needs to be handed. */
import { once } from "node:events";
import { Client } from "@x/client";
import { WebSocketServer } from "ws";
import { answer } from "./tiny-server.ts";
import { webSocketTransport } from "./websocket-transport.ts";

const tools = { greet: ({ name }: { readonly name?: string }) => `hello, ${name}` };
const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
server.on("connection", (socket) => {
  socket.on("message", (message) => {
    const text = answer(message.toString(), tools);
    if (text !== undefined) socket.send(text);
  });
});
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

const client = new Client({ clientInfo: { name: "websocket", version: "1.0.0" } });
client.addServer("greeter", webSocketTransport({ url: `ws://127.0.0.1:${port}/mcp` }));
try {
  for (const { name, state, era } of await client.connect()) console.log(name, state, era);
  console.log((await client.callTool("greet", { name: "world" })).content);
} finally {
  await client.close();
  server.close();
}
// => greeter ready modern
// => [ { type: 'text', text: 'hello, world' } ]

import { Agent, globalAgent } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import type { Send } from "../src/index.js";
import { nodeSend } from "../src/node-send.js";
import { ask } from "./send-ask.js";
import { sendContract } from "./send-contract.js";
import { answering, httpServer, tlsServer } from "./send-servers.js";

sendContract({
  name: "nodeSend",
  open: () => nodeSend(),
  trusting: (ca) => nodeSend({ ca }),
  owns: true,
});

test("100 Continue, which was not asked for, is not the reply", async () => {
  const send = opened();
  const server = await answering(
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc",
  );
  const asked = ask(send, server.url);
  await asked.over();
  expect([asked.status, asked.text()]).toEqual([200, "abc"]);
});

test("H11: the time after which idle connections are dropped does not end a quiet body", async () => {
  const http = new Agent({ keepAlive: true, timeout: 20 });
  onTestFinished(() => http.destroy());
  let end = () => {};
  const quiet = await httpServer((_, response) => {
    response.writeHead(200).write("a");
    end = () => response.end("b");
  });
  const other = await httpServer((_, response) => response.end());
  const send = nodeSend({ agents: { http } });
  const asked = ask(send, quiet.url);
  await asked.until("chunk");
  await ask(send, other.url).over();
  await other.idle();
  end();
  await asked.over();
  expect(asked.text()).toBe("ab");
});

test("An idle connection is dropped before its server does it, where the server says when", async () => {
  const send = opened();
  const silent = await answering("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
  const telling = await answering(
    "HTTP/1.1 200 OK\r\nkeep-alive: timeout=2\r\ncontent-length: 0\r\n\r\n",
  );
  await ask(send, silent.url).over();
  await ask(send, telling.url).over();
  await telling.idle();
  expect(silent.open()).toBe(1);
});

test("close leaves the caller's own agents alone", async () => {
  const http = new Agent({ keepAlive: true });
  onTestFinished(() => http.destroy());
  const server = await httpServer((_, response) => response.end("ok"));
  const send = nodeSend({ agents: { http } });
  await ask(send, server.url).over();
  send.close?.();
  await ask(send, server.url).over();
  expect(server.connections()).toBe(1);
});

test("A certificate can be taken as it is, where that is asked for", async () => {
  const server = await tlsServer((_, response) => response.end("ok"));
  const asked = ask(opened({ rejectUnauthorized: false }), server.url);
  await asked.over();
  expect(asked.text()).toBe("ok");
});

test("A host that tells Node to use a proxy has it used here too", async () => {
  const proxy = await httpServer(({ url }, response) => response.end(url));
  // What Node puts there with NODE_USE_ENV_PROXY=1, which it reads only when it starts.
  const { options } = globalAgent as unknown as { options: { proxyEnv?: NodeJS.ProcessEnv } };
  options.proxyEnv = { HTTP_PROXY: `http://${proxy.place}` };
  onTestFinished(() => {
    delete options.proxyEnv;
  });
  const asked = ask(opened(), "http://host.invalid/mcp");
  await asked.over();
  expect(asked.text()).toBe("http://host.invalid/mcp");
});

function opened(options?: Parameters<typeof nodeSend>[0]): Send {
  const send = nodeSend(options);
  onTestFinished(() => send.close?.());
  return send;
}

import { Agent } from "undici";
import { expect, onTestFinished, test, vi } from "vitest";
import { undiciSend } from "../src/undici-send.js";
import { ask } from "./send-ask.js";
import { sendContract } from "./send-contract.js";
import { httpServer, turn } from "./send-servers.js";

for (const name of ["http_proxy", "https_proxy"]) vi.stubEnv(name, "");

sendContract({
  name: "undiciSend",
  open: () => undiciSend(),
  trusting: (ca) => {
    const dispatcher = new Agent({ connect: { ca } });
    return Object.assign(undiciSend({ dispatcher }), { close: () => void dispatcher.close() });
  },
  owns: true,
});

test("H11: neither a late head nor a quiet body is ended by undici's own time-outs", async () => {
  const dispatcher = new Agent({ headersTimeout: 20, bodyTimeout: 20 });
  onTestFinished(() => dispatcher.close());
  let lateHead = () => {};
  let lateBody = () => {};
  const late = await httpServer(({ method }, response) => {
    if (method === "POST") lateHead = () => response.end("late");
  });
  const quiet = await httpServer(({ method }, response) => {
    response.writeHead(200).write("a");
    if (method === "POST") lateBody = () => response.end("b");
  });
  const send = undiciSend({ dispatcher });
  const [head, body] = [ask(send, late.url), ask(send, quiet.url)];
  await body.until("chunk");
  // What asks for no more patience than the dispatcher has is ended, so these times are over by then.
  await expect(get(dispatcher, late.place)).rejects.toMatchObject({
    code: "UND_ERR_HEADERS_TIMEOUT",
  });
  await expect(get(dispatcher, quiet.place)).rejects.toMatchObject({
    code: "UND_ERR_BODY_TIMEOUT",
  });
  lateHead();
  lateBody();
  await Promise.all([head.over(), body.over()]);
  expect([head.text(), body.text()]).toEqual(["late", "ab"]);
});

test("close leaves the caller's own dispatcher alone", async () => {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.close());
  const server = await httpServer((_, response) => response.end("ok"));
  const send = undiciSend({ dispatcher });
  await ask(send, server.url).over();
  send.close?.();
  await turn();
  await ask(send, server.url).over();
  expect(server.connections()).toBe(1);
});

test("A dispatcher that is closed refuses a request, and send tells so", async () => {
  const dispatcher = new Agent();
  await dispatcher.close();
  const asked = ask(undiciSend({ dispatcher }), "http://127.0.0.1:1/");
  await asked.over();
  expect(asked.failure).toMatchObject({ phase: "connect", code: "UND_ERR_DESTROYED" });
  expect(asked.failure?.message).toContain("was not sent");
});

async function get(dispatcher: Agent, place: string): Promise<string> {
  const { body } = await dispatcher.request({
    origin: `http://${place}`,
    path: "/",
    method: "GET",
  });
  return body.text();
}

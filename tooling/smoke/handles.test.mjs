import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import test from "node:test";
import { handlesSince, settledHandles } from "../handles.mjs";
import { leftAfter } from "../left-after.mjs";

const closed = (before) => leftAfter(10_000, () => handlesSince(before));

test("a server and a socket are named by their addresses until they are closed", async (t) => {
  const before = await settledHandles();
  const server = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const { port } = server.address();
  assert.deepEqual(handlesSince(before), ["TCPServerWrap", `server on 127.0.0.1:${port}`]);
  const socket = connect(port, "127.0.0.1");
  t.after(() => socket.destroy());
  await once(socket, "connect");
  const left = handlesSince(before);
  assert.match(left[0], /TCPSocketWrap/);
  assert.ok(left.includes(`socket from 127.0.0.1:${socket.localPort} to 127.0.0.1:${port}`));
  socket.destroy();
  server.close();
  assert.deepEqual(await closed(before), []);
});

test("a child process is named by its id and command line until it has ended", async (t) => {
  const before = await settledHandles();
  const args = ["-e", "setInterval(() => {}, 1000)"];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  t.after(() => child.kill("SIGKILL"));
  assert.deepEqual(handlesSince(before), [
    "ProcessWrap",
    `child process ${child.pid}: ${[process.execPath, ...args].join(" ")}`,
  ]);
  child.kill("SIGKILL");
  assert.deepEqual(await closed(before), []);
});

test("timers are counted, and one that keeps nothing alive does not count", async (t) => {
  const before = await settledHandles();
  const timers = [setTimeout(() => {}, 60_000), setInterval(() => {}, 60_000)];
  t.after(() => timers.map(clearTimeout));
  assert.deepEqual(handlesSince(before), ["2 Timeout"]);
  timers[0].unref();
  assert.deepEqual(handlesSince(before), ["Timeout"]);
  for (const timer of timers) clearTimeout(timer);
  assert.deepEqual(handlesSince(before), []);
});

test("one that ends does not make up for one that begins", async (t) => {
  const first = createServer().listen(0, "127.0.0.1");
  const second = createServer();
  t.after(() => second.close());
  await once(first, "listening");
  const before = await settledHandles();
  second.listen(0, "127.0.0.1");
  await once(second, "listening");
  first.close();
  await leftAfter(10_000, () => handlesSince(before).slice(1));
  assert.deepEqual(handlesSince(before), [`server on 127.0.0.1:${second.address().port}`]);
});

test("what passes by itself is not taken for what was there before", async () => {
  const passing = setTimeout(() => {}, 100);
  const before = await settledHandles();
  assert.equal(passing.hasRef() && before.kinds.includes("Timeout"), false);
});

import { ManualClock } from "@x/connection";
import { expect, test, vi } from "vitest";
import { scriptedHttpServer } from "../src/index.js";
import { answersOf, CALL, done, endpoint, LIST, messagesOf, post } from "./support/http-talk.js";

const PROBE = { jsonrpc: "2.0", id: 1, method: "server/discover" };

test("an end without a code ends all streams, and the next request begins the next lifetime", async () => {
  const server = await endpoint(
    `
> {"id":1,"method":"tools/call"}
!
+
> {"id":2,"method":"tools/list"}
${done(2)}`,
  );
  expect(await messagesOf(await post(server, CALL))).toEqual([]);
  expect(await messagesOf(await post(server, LIST))).toMatchObject([{ id: 2 }]);
  expect(server.log.filter((line) => !line.startsWith(">"))).toEqual(["+", "!", "+"]);
});

test("an end with a code breaks all connections after what was said, and the endpoint is back for the next lifetime", async () => {
  const server = await endpoint(
    `
> {"id":1,"method":"tools/call"}
> {"id":2,"method":"tools/list"}
${done(1)}
! 3
+
> {"id":2,"method":"tools/list"}
${done(2)}`,
  );
  const [call, list] = [post(server, CALL), post(server, LIST)];
  expect(await messagesOf(await call)).toMatchObject([{ id: 1 }]);
  await expect(list).rejects.toThrow();
  expect(await messagesOf(await post(server, LIST))).toMatchObject([{ id: 2 }]);
  expect(server.deviations).toEqual([]);
});

test("an end with a code is for good where there is no other lifetime", async () => {
  const server = await endpoint(`\n> {"id":1,"method":"tools/call"}\n! 1`);
  await expect(post(server, CALL)).rejects.toThrow();
  await expect(post(server, CALL)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  await server.close();
});

test("a lifetime that has come to its end by the client gives way to what only the next one has", async () => {
  const server = await endpoint("E10-refused");
  const codes: unknown[] = [];
  for (const method of ["server/discover", "initialize"]) {
    const [answer] = await answersOf(await post(server, { ...PROBE, method }));
    codes.push((answer as { readonly error: { readonly code: number } }).error.code);
  }
  expect(codes).toEqual([-32603, -32022]);
  const [again] = await messagesOf(await post(server, PROBE));
  expect(again).toMatchObject({ result: { supportedVersions: ["2026-07-28"] } });
  expect(server.log.filter((line) => !line.startsWith(">"))).toEqual(["+", "-", "+"]);
});

test("delays pass by the clock that is given", async () => {
  const clock = new ManualClock();
  const server = await endpoint(`\n* {"id":1}\n~ 60000\n${done(1)}`, { style: "modern", clock });
  const reply = post(server, CALL);
  await vi.waitFor(() => expect(clock.waiting).toBe(1));
  clock.advance(60_000);
  expect(await messagesOf(await reply)).toMatchObject([{ id: 1 }]);
});

test("closing ends every socket, and nothing is made of it", async () => {
  const server = await scriptedHttpServer("T1");
  const pending = post(server, CALL);
  const failed = expect(pending).rejects.toThrow();
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  await server.close();
  await failed;
  expect(server.log).toEqual(["+", `> ${JSON.stringify(CALL)}`]);
});

test("what only a process can be is refused", async () => {
  await expect(scriptedHttpServer("P4")).rejects.toMatchObject({ code: "needs_process" });
  await expect(scriptedHttpServer("no")).rejects.toMatchObject({ code: "unknown_case" });
});

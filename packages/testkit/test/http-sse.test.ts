import { expect, test } from "vitest";
import { parseTranscript } from "../src/index.js";
import { CALL, dataOf, done, endpoint, eventsOf, INITIALIZE, post } from "./support/http-talk.js";

test("a GET names where to post, and all that the server says comes on it", async () => {
  const server = await endpoint(
    `
> {"id":1,"method":"initialize"}
< {"jsonrpc":"2.0","method":"a"}
${done(1)}
> {"id":1,"method":"tools/call"}
< not a message
${done(1)}`,
    { style: "sse" },
  );
  expect((await post(server, CALL)).status).toBe(405);
  const events = eventsOf(await fetch(server.url));
  expect((await events.next()).value).toBe("event: endpoint\ndata: /messages?session=1");
  const url = new URL("/messages?session=1", server.url).href;
  const accepted = await post({ url }, INITIALIZE);
  expect([accepted.status, await accepted.text()]).toEqual([202, ""]);
  expect((await events.next()).value).toBe('event: message\ndata: {"jsonrpc":"2.0","method":"a"}');
  expect(dataOf((await events.next()).value ?? "")).toMatchObject({ id: 1 });
  await post({ url }, { ...CALL, id: 7 });
  expect(dataOf((await events.next()).value ?? "")).toBe("not a message");
  expect(dataOf((await events.next()).value ?? "")).toMatchObject({ id: 7 });
  const unknown = new URL("/messages?session=2", server.url).href;
  expect((await post({ url: unknown }, CALL)).status).toBe(404);
  expect((await fetch(url)).status).toBe(405);
});

test("a stream is a lifetime, and the next begins with the next stream", async () => {
  const server = await endpoint(parseTranscript("* legacy"), { style: "sse" });
  const first = eventsOf(await fetch(server.url));
  await first.next();
  await first.return(undefined);
  const second = eventsOf(await fetch(server.url));
  expect((await second.next()).value).toContain("session=2");
  expect((await post({ url: new URL("/messages?session=1", server.url).href }, CALL)).status).toBe(
    404,
  );
  expect(server.log).toEqual(["+", "-", "+"]);
});

test("what is not expected is refused, and the stream breaks", async () => {
  const server = await endpoint(`\n> {"id":1,"method":"initialize"}`, { style: "sse" });
  const events = eventsOf(await fetch(server.url));
  await events.next();
  const refused = await post({ url: new URL("/messages?session=1", server.url).href }, CALL);
  expect([refused.status, await refused.text()]).toEqual([500, server.deviations[0]]);
  await expect(events.next()).rejects.toThrow();
});

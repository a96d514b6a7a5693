import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { parseTranscript, scriptedTransport } from "../src/index.js";
import { kindOf, LEGACY, MODERN, resultOf, talk } from "./support/talk.js";

test("ids in a transcript stand for those that the client uses, wherever one can be named", async () => {
  const { connection, notifications } = await talk(
    `
> {"id":7,"method":"a"}
< {"jsonrpc":"2.0","method":"x","params":{"progressToken":7,"requestId":7,"_meta":{"io.modelcontextprotocol/subscriptionId":7},"other":7}}
< {"jsonrpc":"2.0","method":"y","params":{"progressToken":8,"requestId":"7"}}
< {"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":7}}}`,
    MODERN,
  );
  const seen: unknown[] = [];
  const outcome = await connection.exchange(
    { jsonrpc: "2.0", id: "mine", method: "a" },
    { totalMs: 1000, onAbandon: "silent", onNotification: ({ params }) => seen.push(params) },
  );
  const meta = { "io.modelcontextprotocol/subscriptionId": "mine" };
  expect(seen).toEqual([{ progressToken: "mine", requestId: "mine", _meta: meta, other: 7 }]);
  expect(notifications).toMatchObject([{ params: { progressToken: 8, requestId: "7" } }]);
  expect(resultOf(outcome)["_meta"]).toEqual(meta);
});

test("the id of a server's own request, and of what it stands for, is written as it is", async () => {
  const { transport, connection, ask } = await talk(
    `
> {"id":1,"method":"a"}
< {"jsonrpc":"2.0","id":1,"method":"ping"}
> {"id":1,"result":{}}
< {"jsonrpc":"2.0","id":1,"result":{}}`,
    LEGACY,
  );
  connection.ids.next();
  expect(kindOf(await ask("a"))).toBe("result");
  expect(transport.log).toContain('> {"jsonrpc":"2.0","id":1,"result":{}}');
});

test("a frame in which no id changes crosses character by character", async () => {
  const frame = '{ "jsonrpc":"2.0", "id":1, "result":{"a":1,"a":1.0,"\\u0061":"\\u00e9"} }';
  const { connection, ask } = await talk(`> {"id":1,"method":"a"}\n< ${frame}`);
  const texts: string[] = [];
  connection.on({ tap: ({ direction, text }) => direction === "received" && texts.push(text) });
  await ask("a");
  expect(texts).toEqual([frame]);
});

test("placeholders put an id, or so many letters, anywhere", async () => {
  const { connection, faults } = await talk(
    `> {"id":"a","method":"a"}\n< cut: \${"a"}, \${text "a"}, \${fill 3}\n! 1`,
  );
  await connection.exchange(
    { jsonrpc: "2.0", id: 'o"ne', method: "a" },
    { totalMs: 1000, onAbandon: "silent" },
  );
  expect(faults).toMatchObject([{ code: "not_json", text: 'cut: "o\\"ne", o\\"ne, xxx' }]);
});

test("what is expected has to be there, and what is not mentioned may be", async () => {
  const text =
    '> {"id":1,"method":"a","params":{"x":{"y":[1,2]}}}\n< {"jsonrpc":"2.0","id":1,"result":{}}';
  const fits = await talk(text);
  expect(kindOf(await fits.ask("a", { x: { y: [1, 2], z: 0 }, w: 0 }))).toBe("result");
  for (const params of [{ x: { y: [1] } }, { x: {} }, {}]) {
    const { ask, transport } = await talk(text);
    expect(kindOf(await ask("a", params))).toBe("closed");
    expect(transport.deviations).toHaveLength(1);
  }
});

test("a standing answer is given any number of times, each with its own ids, the first that fits", async () => {
  const { ask } = await talk(
    `
* {"id":1,"method":"a","params":{"x":1}}
< {"jsonrpc":"2.0","id":1,"result":{"which":"x"}}
* {"id":1}
< {"jsonrpc":"2.0","id":1,"result":{"which":"any"}}`,
  );
  const outcomes = await Promise.all([ask("a"), ask("a", { x: 1 }), ask("b"), ask("a", { x: 1 })]);
  expect(outcomes.map(resultOf)).toEqual([
    { which: "any" },
    { which: "x" },
    { which: "any" },
    { which: "x" },
  ]);
});

test("a step that waits for a message comes before a standing answer to it", async () => {
  const { ask, connection } = await talk(
    `
> {"id":1,"method":"a"}
< {"jsonrpc":"2.0","id":1,"result":{"which":"first"}}
* {"id":1,"method":"a"}
> {"method":"go"}
< {"jsonrpc":"2.0","id":1,"result":{"which":"later"}}`,
  );
  expect(resultOf(await ask("a"))).toEqual({ which: "first" });
  const later = ask("a");
  await connection.notify({ jsonrpc: "2.0", method: "go" });
  expect(resultOf(await later)).toEqual({ which: "later" });
});

test("while a lifetime waits it reads nothing; a standing answer that waits holds up nobody", async () => {
  const { ask, clock, arrived } = await talk(
    `
~ 1000
* {"id":1,"method":"slow"}
~ 500
< {"jsonrpc":"2.0","id":1,"result":{}}
* {"id":1,"method":"quick"}
< {"jsonrpc":"2.0","id":1,"result":{}}`,
  );
  const order: string[] = [];
  const slow = ask("slow").then(() => order.push("slow"));
  const quick = ask("quick").then(() => order.push("quick"));
  await arrived();
  clock.advance(999);
  await arrived();
  expect(order).toEqual([]);
  clock.advance(1);
  await quick;
  clock.advance(500);
  await slow;
  expect(order).toEqual(["quick", "slow"]);
});

test("a client that does what the transcript does not have is told what was expected, and where", async () => {
  const { ask, transport, connection } = await talk('> {"id":1,"method":"a"}\n');
  expect(await ask("b")).toMatchObject({ type: "closed", reason: { type: "exited" } });
  const sentence =
    'transcript expects {"id":1,"method":"a"} (line 1); the client sent ' +
    '{"jsonrpc":"2.0","id":1,"method":"b","params":{}}';
  expect(transport.deviations).toEqual([sentence]);
  expect(await connection.closed).toMatchObject({
    message: `transcript ended with exit code 70; its last words: "${sentence}".`,
    exit: { exitCode: 70, stderr: [sentence] },
  });
});

test("nothing may be sent that is neither expected nor answered, not even a notification or an answer", async () => {
  for (const text of ["# Nothing.\n", '< {"jsonrpc":"2.0","id":1,"method":"ping"}\n']) {
    const { connection, transport, arrived } = await talk(text, LEGACY);
    await connection.notify({ jsonrpc: "2.0", method: "notifications/x" });
    await arrived();
    expect(transport.deviations).toMatchObject([expect.stringContaining("expects nothing more")]);
  }
});

test("every opening is the next lifetime, and the last one is played again for those beyond", async () => {
  const transport = scriptedTransport(parseTranscript("+\n! 1\n+\n! 2"));
  const codes: unknown[] = [];
  for (let open = 0; open < 3; open += 1) {
    const { connection } = await talk(transport);
    codes.push(await connection.closed);
    await connection.close();
  }
  expect(codes).toMatchObject([1, 2, 2].map((exitCode) => ({ exit: { exitCode } })));
});

test("the log has what reached the peer, and how it ended, as a transcript has it", async () => {
  const { ask, connection, transport, arrived } = await talk("P2", MODERN);
  await ask("tools/list");
  await ask("tools/call");
  await connection.close();
  await arrived();
  expect(transport.log).toEqual([
    "+",
    '> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}',
    '> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{}}',
    "! 3",
    "-",
  ]);
  expect(() => parseTranscript(transport.log.join("\n"))).not.toThrow();
});

test("an end without a code ends the connection, and one with a code looks like an exit", async () => {
  const reasons = [];
  for (const text of ["# Ends.\n!", "2> one\n2> two\n! 0"]) {
    reasons.push(await (await talk(text)).connection.closed);
  }
  expect(reasons).toMatchObject([
    { type: "ended" },
    { type: "exited", exit: { exitCode: 0, signal: null, stderr: ["one", "two"] } },
  ]);
});

test("what is written without a line end is a sign of life, and a frame once the line ends", async () => {
  const { ask, clock, arrived } = await talk(
    `
> {"id":1,"method":"a"}
<< "{\\"jsonrpc\\":\\"2.0\\","
~ 100
<< "\\"id\\":1,\\"result\\":{}}\\r\\n"`,
  );
  const outcome = ask("a");
  await arrived();
  clock.advance(100);
  expect(kindOf(await outcome)).toBe("result");
});

test("no timer outlives the connection", async () => {
  const { connection, clock, arrived } = await talk("P11");
  await arrived();
  expect(clock.waiting).toBe(1);
  await connection.close();
  await arrived();
  expect(clock.waiting).toBe(0);
});

test("a connection that is closed before the peer's first word hears none", async () => {
  const transport = scriptedTransport(parseTranscript("! 3"));
  const opened = await transport.open({ clock: new ManualClock() });
  if (opened.type === "open_failure") throw new Error(opened.message);
  expect(await opened.close()).toMatchObject({ type: "local" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(transport.log).toEqual(["+", "-"]);
});

test("a transcript with traits is refused in memory", () => {
  expect(() => scriptedTransport("P4")).toThrow(
    expect.objectContaining({
      code: "needs_process",
      message: expect.stringContaining("stubborn"),
    }),
  );
});

test("the binding has the transcript's name, or another that is given", () => {
  expect(scriptedTransport("F1").binding).toEqual({ type: "memory", name: "F1" });
  expect(scriptedTransport("F1", { name: "x" }).binding).toEqual({ type: "memory", name: "x" });
});

import { ManualClock } from "@x/connection";
import type { CheckVerdict } from "@x/router";
import { expect, test } from "vitest";
import { make, pass } from "./harness.js";
import { arrived, modern } from "./servers.js";

const checked = () =>
  modern("a", [], {
    "tools/list": () => ({
      resultType: "complete",
      tools: [{ name: "t", inputSchema: { type: "object" }, outputSchema: { type: "object" } }],
    }),
    "tools/call": () => ({ resultType: "complete", content: [], structuredContent: { n: 1 } }),
  });

const never = new Promise<CheckVerdict>(() => {});
const calls = (a: ReturnType<typeof checked>) =>
  a.received.filter(({ method }) => method === "tools/call").length;
const CAUSE = { result: { structuredContent: { n: 1 } } };

async function checking(more: object = {}) {
  const clock = new ManualClock();
  const a = checked();
  const { client } = make({ clock, checks: { check: () => never, ...more } });
  client.addServer("a", a.transport);
  await client.connect();
  return { clock, a, client };
}

test("a result whose check takes too long is unchecked at the call's limit, and the error has it", async () => {
  const { client, clock } = await checking();
  const call = client.callTool("t", {}, { totalMs: 500 });
  const error = expect(call).rejects.toMatchObject({ code: "unchecked_result", cause: CAUSE });
  await arrived();
  await pass(clock, 500);
  await error;
  await client.close();
  expect(clock.waiting).toBe(0);
});

test("a caller's abort and the end of the client end the check of a result, and the error says that the tool ran", async () => {
  const { client } = await checking();
  const abort = new AbortController();
  const aborted = client.callTool("t", {}, { signal: abort.signal });
  const closed = client.callTool("t");
  const errors = Promise.all([
    expect(aborted).rejects.toMatchObject({
      code: "aborted",
      cause: CAUSE,
      message:
        '"t" of a ran and gave its result, but the caller aborted the call while that was checked. cause.result has it.',
    }),
    expect(closed).rejects.toMatchObject({
      code: "connection_closed",
      cause: CAUSE,
      message:
        '"t" of a ran and gave its result, but a was ended while that was checked. cause.result has it.',
    }),
  ]);
  await arrived();
  abort.abort();
  await client.close();
  await errors;
});

test("arguments that are still checked when the call's time is over, its caller or its client gone, are not sent", async () => {
  const { client, clock, a } = await checking({ arguments: true });
  const abort = new AbortController();
  const late = client.callTool("t", {}, { totalMs: 500 });
  const errors = Promise.all([
    expect(late).rejects.toMatchObject({ code: "timed_out" }),
    expect(client.callTool("t", {}, { signal: abort.signal })).rejects.toMatchObject({
      code: "aborted",
    }),
    expect(client.callTool("t")).rejects.toMatchObject({ code: "peer_unavailable" }),
  ]);
  await arrived();
  await pass(clock, 500);
  abort.abort();
  await client.close();
  await errors;
  expect(calls(a)).toBe(0);
});

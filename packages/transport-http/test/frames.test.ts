import { expect, test } from "vitest";
import { framesOf, MAX_BATCH } from "../src/frames.js";

const plain = (text: string): string => text;
const batch = { batches: true, redact: plain };

test("H12: an array holds messages where its revision has them, and is none where it has not", () => {
  const text = `[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}, 5]`;
  expect(framesOf(text, batch).map((frame) => frame.type)).toEqual([
    "response",
    "response",
    "invalid",
  ]);
  expect(framesOf(text, { ...batch, batches: false })).toMatchObject([
    { type: "invalid", code: "not_an_object" },
  ]);
});

test("an array with an element nested deeper than can be written is read all the same", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const [frame] = framesOf(`[{"jsonrpc":"2.0","id":1,"result":{"x":${deep}}}]`, batch);
  expect(frame).toMatchObject({ type: "response", message: { id: 1 } });
  expect(frame?.text.length).toBeLessThan(100);
});

test("an array of more messages than are taken is one fault, and none of them is read", () => {
  const element = `{"jsonrpc":"2.0","id":1,"result":{}}`;
  const all = (count: number): string => `[${Array(count).fill(element).join(",")}]`;
  expect(framesOf(all(MAX_BATCH), batch)).toHaveLength(MAX_BATCH);
  expect(framesOf(all(MAX_BATCH + 1), batch)).toMatchObject([
    { type: "invalid", code: "not_an_object", detail: expect.stringContaining(`${MAX_BATCH}`) },
  ]);
});

test("K5: what an error repeats of a secret is taken out of what people are shown, alone or in an array", () => {
  const redact = (text: string): string => text.replaceAll("sk-0123", "[authorization]");
  const error = `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"bad sk-0123","data":"sk-0123"}}`;
  for (const text of [error, `[${error}]`]) {
    const [frame] = framesOf(text, { batches: true, redact });
    expect(frame).toMatchObject({ message: { error: { message: "bad [authorization]" } } });
    expect(frame?.text).not.toContain("sk-0123");
  }
});

import { expect, test } from "vitest";
import { Questions } from "../src/console/questions.js";

const FORM = {
  message: "How many?",
  requestedSchema: { type: "object", properties: {} },
  defaults: {},
  fields: [{ type: "integer", name: "n", isRequired: true, minimum: 1, maximum: 5 }],
} as const;

test("an answer that does not fit is refused, and the question stays open for another one", async () => {
  const questions = new Questions(() => undefined);
  const { signal } = new AbortController();
  const answered = questions.ask(FORM, { peer: "notes", signal });
  const [question] = questions.all;
  const key = question?.key ?? 0;
  expect(() => questions.answer(key, { action: "accept", content: { n: 99 } })).toThrow(
    expect.objectContaining({ code: "does_not_fit", message: expect.stringContaining("99") }),
  );
  expect(questions.all).toHaveLength(1);
  questions.answer(key, { action: "accept", content: { n: 3 } });
  expect(await answered).toEqual({ action: "accept", content: { n: 3 } });
  expect(questions.all).toEqual([]);
});

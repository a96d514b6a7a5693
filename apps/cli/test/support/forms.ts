import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./config.js";

/** A request for a form with these fields. */
export function form(
  properties: object,
  {
    message = "Which table?",
    required = [],
  }: { message?: string; required?: readonly string[] } = {},
): object {
  const requestedSchema = { type: "object", properties, required };
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema } };
}

/** A request to visit a page; legacy servers give the visit a name. */
export function page(url: string, message = "Sign in."): object {
  return {
    method: "elicitation/create",
    params: { mode: "url", message, url, elicitationId: "visit-1" },
  };
}

/** A table at a restaurant: a number that is needed, and a place with a default. */
export const TABLE: object = form(
  {
    guests: { type: "integer", title: "Guests", minimum: 1, maximum: 8 },
    place: { type: "string", enum: ["inside", "outside"], default: "outside" },
  },
  { required: ["guests"] },
);

/** A file of answers. */
export function answersFile(content: unknown): string {
  const file = join(folder(), "answers.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

/** Somebody who types these lines, one a question, and what they were asked. */
export function typing(...lines: readonly string[]): {
  readonly line: (question: string) => Promise<string | undefined>;
  readonly questions: readonly string[];
} {
  const left = [...lines];
  const questions: string[] = [];
  return {
    questions,
    line: async (question) => {
      questions.push(question);
      return left.shift();
    },
  };
}

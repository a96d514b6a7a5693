import type { ReceivedRequest } from "../received-request.js";

/** The text in the result of every fault that answers rightly in the end: two and four bytes a character. */
export const WANTED_TEXT = "é😀";

/** A right answer to a request, as JSON text: a result of `tools/call` with {@link WANTED_TEXT}. */
export function answerTo({ message }: ReceivedRequest): string {
  const content = [{ type: "text", text: WANTED_TEXT }];
  const result = { resultType: "complete", content };
  return JSON.stringify({ jsonrpc: "2.0", id: message?.["id"] ?? null, result });
}

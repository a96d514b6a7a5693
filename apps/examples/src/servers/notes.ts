/** A server over stdio, for the examples: what somebody has noted. */
import { createInterface } from "node:readline";
import { answer } from "../tiny-server.ts";

const tools = {
  search: ({ query }: { readonly query?: string }) => `a note says: ${query} within 30 days`,
};

for await (const line of createInterface(process.stdin)) {
  const text = answer(line, tools);
  if (text !== undefined) console.log(text);
}

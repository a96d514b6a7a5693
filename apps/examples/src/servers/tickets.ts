/** A server over stdio, for the examples: what was asked for in tickets. */
import { createInterface } from "node:readline";
import { answer } from "../tiny-server.ts";

const tools = {
  search: ({ query }: { readonly query?: string }) => `ticket 7 is about ${query}`,
  "ticket.close": ({ ticket }: { readonly ticket?: string }) => `ticket ${ticket} is closed`,
};

for await (const line of createInterface(process.stdin)) {
  const text = answer(line, tools);
  if (text !== undefined) console.log(text);
}

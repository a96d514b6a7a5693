import {
  type AskingPage,
  advancePaging,
  type ListOutcome,
  type Paging,
  type PagingOptions,
  startPaging,
} from "../src/index.js";

/** What a server gives for a cursor; `nth` counts its answers from 1. */
export type Server = (cursor: string | undefined, nth: number) => object;

/** The options of a tool list. */
export const tools: PagingOptions = { method: "tools/list", member: "tools" };

/** A page of named tools. */
export function page(names: string, nextCursor?: unknown): object {
  const items = names.split(" ").filter((name) => name !== "");
  const next = nextCursor === undefined ? {} : { nextCursor };
  return { resultType: "complete", tools: items.map((name) => ({ name })), ...next };
}

/** Answers the page that a list asks for with a result, in a frame of so many code units. */
export function answer(paging: AskingPage, result: object, size = 100): Paging {
  const response = { jsonrpc: "2.0", id: 1, result: { ...result } } as const;
  return advancePaging(paging, { type: "response", response, size });
}

/** Reads a whole list from a server of equally large pages, with the cursors that were asked for. */
export function read(
  server: Server,
  options: Partial<PagingOptions> = {},
  size?: number,
): { readonly outcome: ListOutcome; readonly asked: readonly (string | undefined)[] } {
  const asked: (string | undefined)[] = [];
  let paging: Paging = startPaging({ ...tools, ...options });
  while (paging.state === "asking") {
    asked.push(paging.cursor);
    paging = answer(paging, server(paging.cursor, asked.length), size);
  }
  return { outcome: paging.outcome, asked };
}

/** The names of what was read, in order. */
export function names(outcome: ListOutcome): string {
  return outcome.items.map((item) => (item as { name: string }).name).join(" ");
}

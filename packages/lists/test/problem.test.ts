import { PaginatedResultSchema } from "@modelcontextprotocol/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { advancePaging, startPaging } from "../src/index.js";
import { answer, names, page, read, tools } from "./fixtures.js";

test.each<[string, object, string]>([
  ["lacks the member", { resultType: "complete", prompts: [] }, "it has no array tools"],
  ["has an object there", { tools: {} }, "it has no array tools"],
  [
    "asks for input",
    { ...page("x"), resultType: "input_required" },
    "its resultType is not complete",
  ],
  [
    "is of an unknown type",
    { ...page("x"), resultType: "partial" },
    "its resultType is not complete",
  ],
])("a page that %s is unusable, and the pages before it are kept", (_, bad, detail) => {
  const { outcome } = read((cursor) => (cursor === undefined ? page("a", "2") : bad));
  expect(outcome).toMatchObject({
    complete: false,
    pages: 1,
    problem: {
      code: "invalid_page",
      message: `Page 2 of tools/list is unusable: ${detail}. Only the server can mend this.`,
    },
  });
  expect(names(outcome)).toBe("a");
});

test.each([[7], [false], [{}], [[]]])(
  "P04: a page whose next cursor is %j ends the list incomplete, and its items are kept",
  (cursor) => {
    const { outcome } = read(() => page("a b", cursor));
    expect(outcome).toMatchObject({ complete: false, problem: { code: "invalid_page" } });
    expect(names(outcome)).toBe("a b");
  },
);

test("P08: an error is a problem with its code, and what was read is kept", () => {
  const paging = answer(startPaging(tools), page("a", "old"));
  expect(paging.state).toBe("asking");
  if (paging.state === "asking") {
    const error = { code: -32602, message: "Invalid cursor" };
    const response = { jsonrpc: "2.0", id: 2, error } as const;
    expect(advancePaging(paging, { type: "response", response, size: 100 })).toEqual({
      state: "ended",
      outcome: {
        complete: false,
        items: [{ name: "a" }],
        pages: 1,
        problem: {
          code: "rpc_error",
          rpcCode: -32602,
          error,
          message:
            'The server answered page 2 of tools/list with error -32602, "Invalid cursor". List again from the beginning.',
        },
      },
    });
  }
});

test.each<[Parameters<typeof advancePaging>[1], string]>([
  [{ type: "stream_ended", message: "The stream ended." }, "its stream ended (The stream ended)"],
  [{ type: "cancelled_by_server", reason: undefined }, "the server cancelled it"],
  [{ type: "timed_out", limit: "total", afterMs: 50 }, "nothing came within 50 ms (limit total)"],
  [
    { type: "closed", reason: { type: "ended", message: "It ended." }, written: true },
    "the connection is over (It ended)",
  ],
  [
    { type: "malformed", fault: { code: "not_json", message: "A frame is not JSON." } },
    "what came back is not an answer (A frame is not JSON)",
  ],
  [
    { type: "too_large", limitBytes: 10, sizeBytes: 20 },
    "its answer of at least 20 bytes is over the limit of 10 bytes a frame",
  ],
  [
    { type: "unreachable", code: "ECONNREFUSED", message: "Refused." },
    "the endpoint could not be reached (Refused)",
  ],
  [
    { type: "http_status", status: 503, headers: {}, body: "" },
    "the endpoint answered with HTTP status 503",
  ],
  [{ type: "aborted", reason: undefined }, "the caller gave it up"],
])("an exchange that ended otherwise than by an answer is a problem: $type", (outcome, detail) => {
  expect(advancePaging(startPaging(tools), outcome)).toEqual({
    state: "ended",
    outcome: {
      complete: false,
      items: [],
      pages: 0,
      problem: {
        code: "exchange",
        outcome,
        message: `Page 1 of tools/list was not answered: ${detail}.`,
      },
    },
  });
});

test.each([[0], [-1], [1.5], [Number.NaN], [Number.POSITIVE_INFINITY]])(
  "a limit of %d is the caller's mistake",
  (limit) => {
    const mistake = expect.objectContaining({ code: "invalid_limit" });
    expect(() => startPaging({ ...tools, maxPages: limit })).toThrow(mistake);
    expect(() => startPaging({ ...tools, maxItems: limit })).toThrow(mistake);
    expect(() => startPaging({ ...tools, maxSize: limit })).toThrow(mistake);
  },
);

test("what the official schema accepts as a page is one, and what it refuses is not, but for null", () => {
  const junk = fc.oneof(fc.constant(null), fc.jsonValue());
  const result = fc.record(
    {
      tools: fc.constant(["x"]),
      resultType: fc.constant("complete"),
      nextCursor: fc.oneof(fc.string(), junk),
    },
    { requiredKeys: ["tools"] },
  );
  fc.assert(
    fc.property(result, (value) => {
      const isOfficial = PaginatedResultSchema.safeParse(value).success;
      const { problem } = { problem: undefined, ...read(() => value, { maxPages: 1 }).outcome };
      const isPage = problem?.code !== "invalid_page";
      expect(isPage).toBe(isOfficial || value.nextCursor === null);
    }),
  );
});

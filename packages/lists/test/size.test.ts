import { expect, test } from "vitest";
import { advancePaging, startPaging } from "../src/index.js";
import { answer, names, page, read, tools } from "./fixtures.js";

test("a list ends with the page that makes it too large, and what was read before stays", () => {
  const { outcome, asked } = read((_, nth) => page(`t${nth}`, `c${nth}`), { maxSize: 2500 }, 1000);
  expect(asked).toEqual([undefined, "c1", "c2"]);
  expect(outcome).toMatchObject({
    complete: false,
    pages: 2,
    problem: {
      code: "list_too_large",
      size: 3000,
      limit: 2500,
      message:
        "tools/list has 3000 characters with page 3, more than the 2500 that are kept; that page is dropped. Raise maxSize if the list is really that large.",
    },
  });
  expect(names(outcome)).toBe("t1 t2");
});

test("a list of exactly the largest size is complete", () => {
  const server = (cursor: string | undefined) =>
    cursor === undefined ? page("a", "2") : page("b");
  expect(read(server, { maxSize: 2000 }, 1000).outcome.complete).toBe(true);
  expect(read(server, { maxSize: 1999 }, 1000).outcome.complete).toBe(false);
});

test("by default a list ends after 67,108,864 code units, also within one page", () => {
  const limit = 67_108_864;
  expect(answer(startPaging(tools), page("a"), limit)).toMatchObject({
    state: "ended",
    outcome: { complete: true },
  });
  expect(answer(startPaging(tools), page("a"), limit + 1)).toMatchObject({
    state: "ended",
    outcome: { complete: false, items: [], pages: 0, problem: { size: limit + 1, limit } },
  });
});

test("a page that only repeats another one counts, because it was received all the same", () => {
  const { outcome } = read(() => page("a", "same"), { maxSize: 2500 }, 1000);
  expect(outcome).toMatchObject({ pages: 2, problem: { code: "list_too_large", size: 3000 } });
  expect(names(outcome)).toBe("a");
});

test("items of a page that does not fit are not kept, whatever else is wrong with it", () => {
  const bad = { ...page("a", 7), resultType: "complete" };
  expect(answer(startPaging({ ...tools, maxSize: 99 }), bad, 100)).toMatchObject({
    outcome: { items: [], problem: { code: "list_too_large" } },
  });
});

test("an error is told as itself, however large it is", () => {
  const response = { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "no" } } as const;
  const paging = startPaging({ ...tools, maxSize: 99 });
  expect(advancePaging(paging, { type: "response", response, size: 100 })).toMatchObject({
    outcome: { problem: { code: "rpc_error", rpcCode: -32603 } },
  });
});

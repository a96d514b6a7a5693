import { expect, test } from "vitest";
import { urlRequests } from "../src/index.js";

const page = {
  mode: "url",
  elicitationId: "a",
  url: "https://example.com/connect",
  message: "Sign in.",
};
const error = (elicitations: unknown, code = -32042) => ({
  code,
  message: "This request requires more information.",
  data: { elicitations },
});

test("H12: the pages of an error -32042 are read, typed", () => {
  expect(urlRequests(error([page]))).toEqual([
    { elicitationId: "a", url: "https://example.com/connect", message: "Sign in." },
  ]);
});

test.each([
  ["another code", error([page], -32000)],
  ["no data", { code: -32042, message: "x" }],
  ["no list", error("x")],
  ["an empty list", error([])],
  ["another mode", error([{ ...page, mode: "form" }])],
  ["a URL of another scheme", error([{ ...page, url: "javascript:alert(1)" }])],
  ["no id", error([{ ...page, elicitationId: 1 }])],
])("%s names no page", (_name, given) => {
  expect(urlRequests(given)).toBeUndefined();
});

test("what is not usable of a list is left out, the rest stays", () => {
  expect(urlRequests(error([null, { ...page, url: "file:///etc" }, page]))).toHaveLength(1);
});

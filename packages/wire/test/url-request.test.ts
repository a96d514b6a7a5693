import { expect, test } from "vitest";
import { readVisitUrl, urlRequests } from "../src/index.js";

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
  expect(urlRequests(error([page]))).toEqual({
    type: "requests",
    requests: [{ elicitationId: "a", url: "https://example.com/connect", message: "Sign in." }],
  });
});

test.each([
  ["another code", error([page], -32000)],
  ["no data", { code: -32042, message: "x" }],
  ["no list", error("x")],
  ["an empty list", error([])],
])("%s names no page", (_name, given) => {
  expect(urlRequests(given)).toBeUndefined();
});

test.each([
  ["another mode", { ...page, mode: "form" }, "invalid_request"],
  ["no id", { ...page, elicitationId: 1 }, "invalid_request"],
  ["no message", { ...page, message: null }, "invalid_request"],
  ["no URL", { ...page, url: {} }, "invalid_request"],
  ["nothing", null, "invalid_request"],
  ["a URL of another scheme", { ...page, url: "javascript:alert(1)" }, "unsafe_url"],
  ["credentials", { ...page, url: "https://user:secret@evil.example/" }, "unsafe_url"],
  ["a mark that turns text", { ...page, url: "https://evil.example/\u202Efoo" }, "unsafe_url"],
  ["no end", { ...page, url: `https://a.example/${"x".repeat(20_000)}` }, "limit_exceeded"],
])(
  "I2: of pages that each have to be visited, one with %s refuses all, by name",
  (_, bad, code) => {
    for (const given of [[bad], [page, bad], [bad, page]]) {
      const found = urlRequests(error(given));
      expect(found).toMatchObject({ type: "refused", code });
      expect(JSON.stringify(found)).not.toMatch(/secret|alert|evil|\u202E/);
    }
  },
);

test("I2: more pages than anybody visits are refused", () => {
  const many = Array.from({ length: 65 }, () => page);
  expect(urlRequests(error(many))).toMatchObject({ type: "refused", code: "limit_exceeded" });
});

test("where a URL leads is told in lower case, with its port", () => {
  expect(readVisitUrl("HTTPS://A.Example:8443/x")).toEqual({ type: "url", host: "a.example:8443" });
});

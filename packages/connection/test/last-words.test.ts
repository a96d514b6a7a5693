import { expect, test } from "vitest";
import { lastWords } from "../src/index.js";

const said = (...stderr: string[]) => lastWords({ exitCode: 1, signal: null, stderr });

test("what a process threw is its last words, not what a runtime prints around it", () => {
  expect(
    said(
      "node:internal/modules/cjs/loader:1210",
      "  throw err;",
      "  ^",
      "Error: Cannot find module '/srv/server.mjs'",
      "    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)",
      "  code: 'MODULE_NOT_FOUND',",
      "  requireStack: []",
      "}",
      "Node.js v20.20.2",
    ),
  ).toBe("Error: Cannot find module '/srv/server.mjs'");
  expect(said('throw new TypeError("x");', "TypeError [ERR_X]: x")).toBe("TypeError [ERR_X]: x");
});

test("lines that speak of an error come before those that follow them", () => {
  expect(said("npm error code E404", "npm error 404 Not Found", "npm error more", "bye")).toBe(
    "npm error code E404 | npm error 404 Not Found",
  );
  expect(said("starting", "fatal: missing API_KEY", "  at main")).toBe("fatal: missing API_KEY");
});

test("without an error the last line has to do, and silence is told apart", () => {
  expect(said("one", "two")).toBe("two");
  expect(said("    at only frames")).toBe("at only frames");
  expect(said()).toBeUndefined();
  expect(said("  ")).toBeUndefined();
  expect(said("x".repeat(300))).toHaveLength(200);
});

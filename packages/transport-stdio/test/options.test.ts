import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { bindingKey } from "@x/connection";
import { expect, test } from "vitest";
import { StdioError, type StdioOptions, stdioTransport } from "../src/index.js";

test("The binding is there before anything is opened: command, arguments, absolute directory, hash", () => {
  const { binding } = stdioTransport({
    command: "npx",
    args: ["-y", "server"],
    cwd: "sub",
    env: { B: "2", A: "1" },
  });
  expect(binding).toEqual({
    type: "stdio",
    command: "npx",
    args: ["-y", "server"],
    cwd: resolve("sub"),
    envHash: createHash("sha256").update('[["A","1"],["B","2"]]').digest("hex"),
  });
});

test("A server without variables of its own has the hash of an empty list of them", () => {
  const { binding } = stdioTransport({ command: "x" });
  expect(binding).toMatchObject({ envHash: createHash("sha256").update("[]").digest("hex") });
});

test("C1: the authorization context is the hash of the operator's own variables", async () => {
  const transport = stdioTransport({ command: "x", env: { TOKEN: "s3cret" } });
  const { binding } = transport;
  if (binding.type !== "stdio") throw new Error("The binding is of another kind.");
  expect(await transport.authorization?.()).toBe(binding.envHash);
  const other = stdioTransport({ command: "x", env: { TOKEN: "s3cret-two" } });
  expect(await other.authorization?.()).not.toBe(binding.envHash);
});

test("The order of variables does not make another binding; a value, a name or an argument does", () => {
  const key = (options: Partial<StdioOptions>): string =>
    bindingKey(stdioTransport({ command: "x", ...options }).binding);
  const one = key({ env: { A: "1", B: "2" } });
  expect(key({ env: { B: "2", A: "1" } })).toBe(one);
  expect(key({ env: { A: "1", B: "3" } })).not.toBe(one);
  expect(key({ env: { A: "1", C: "2" } })).not.toBe(one);
  expect(key({ env: { A: "1", B: "2" }, args: [""] })).not.toBe(one);
});

test("Options that are changed after the transport was made change nothing", () => {
  const args = ["a"];
  const { binding } = stdioTransport({ command: "x", args });
  args.push("b");
  expect(binding).toMatchObject({ args: ["a"] });
});

const breaches: readonly (readonly [string, string, StdioOptions])[] = [
  ["an empty command", "invalid_command", { command: "" }],
  ["a NUL in the command", "invalid_command", { command: "a\0b" }],
  ["a NUL in an argument", "invalid_argument", { command: "x", args: ["a", "\0"] }],
  ["an empty directory", "invalid_cwd", { command: "x", cwd: "" }],
  ["a variable without a name", "invalid_environment", { command: "x", env: { "": "1" } }],
  ["a variable with = in its name", "invalid_environment", { command: "x", env: { "A=B": "1" } }],
  ["a frame limit of nothing", "invalid_limit", { command: "x", maxFrameBytes: 0 }],
  ["a negative ring", "invalid_limit", { command: "x", stderrBytes: -1 }],
  ["a wait that is no number", "invalid_limit", { command: "x", stopTimeouts: { termMs: NaN } }],
];

test.each(breaches)("%s is refused with %s", (_, code, options) => {
  expect(() => stdioTransport(options)).toThrow(expect.objectContaining({ code, fault: "local" }));
  expect(() => stdioTransport(options)).toThrow(StdioError);
});

test("K5: a variable that cannot be used is named without its value", () => {
  expect(() => stdioTransport({ command: "x", env: { TOKEN: "s3cret\0" } })).toThrow(
    expect.objectContaining({
      code: "invalid_environment",
      message: expect.stringMatching(/^(?=.*TOKEN)(?!.*s3cret)/),
    }),
  );
});

test("A variable whose value was never set is refused, and not passed on as a word", () => {
  const env = { TOKEN: undefined } as unknown as Record<string, string>;
  expect(() => stdioTransport({ command: "x", env })).toThrow(
    expect.objectContaining({ code: "invalid_environment" }),
  );
});

import { expect, test } from "vitest";
import { configErrorOf, parse, parseText, problemsOf } from "./parsing.js";

test("all problems of a file are reported together, each with its server and field", () => {
  const error = configErrorOf(() =>
    parse({ a: { command: 1, args: ["x", 2] }, b: { command: "b", probeTimeoutMs: 0 }, c: [] }),
  );
  expect(error.code).toBe("invalid");
  expect(error.message.split("\n")).toEqual([
    "mcp.json: 4 problems",
    '- line 1, server "a", command: expected a string, found a number',
    '- line 1, server "a", args[1]: expected a string, found a number',
    '- line 1, server "b", probeTimeoutMs: expected a positive integer (milliseconds), found 0',
    '- line 1, server "c": expected an object, found an array',
  ]);
});

test("one problem is one sentence that names the file", () => {
  expect(configErrorOf(() => parse({ a: { command: true } })).message).toBe(
    'mcp.json: line 1, server "a", command: expected a string, found true',
  );
});

test("a message lists at most 20 problems; the error has them all", () => {
  const error = configErrorOf(() => parse({ a: { command: "a", args: Array(25).fill(0) } }));
  expect(error.problems).toHaveLength(25);
  expect(error.message.split("\n")).toHaveLength(22);
  expect(error.message.endsWith("- and 5 more")).toBe(true);
});

test.each([
  ["args", "x", "an array of strings"],
  ["env", ["x"], "an object of strings"],
  ["cwd", null, "a string"],
  ["type", "ws", '"stdio", or no `type`, beside `command`'],
  ["allowLegacy", "true", '`true`, `false` or `{ "reopen": true }`'],
  ["allowLegacy", { reopen: false }, '`true`, `false` or `{ "reopen": true }`'],
  ["allowLegacy", { reopen: true, more: 1 }, '`true`, `false` or `{ "reopen": true }`'],
  ["startTimeoutMs", 1.5, "a positive integer (milliseconds)"],
  ["legacyProbeTimeoutMs", -1, "a positive integer (milliseconds)"],
  ["probeTimeoutMs", 1e300, "a positive integer (milliseconds)"],
  ["probeTimeoutMs", "5", "a positive integer (milliseconds)"],
  ["tools", ["read"], "an object with `include`, `exclude` or both (arrays of tool names)"],
  ["disabled", "yes", "`true` or `false`"],
])("%s: %j is refused", (field, value, expected) => {
  const problems = problemsOf({ command: "files", [field]: value });
  expect(problems).toMatchObject([{ code: "invalid", server: "files", field }]);
  expect(problems[0]?.message).toContain(`expected ${expected}, found `);
});

test("a number in env has to be written in quotes", () => {
  expect(problemsOf({ command: "files", env: { PORT: 8080 } })).toEqual([
    {
      code: "invalid",
      line: 1,
      server: "files",
      field: "env.PORT",
      message: "expected a string, found a number",
    },
  ]);
});

test("an unknown key of tools is refused: a filter that is not read would show every tool", () => {
  expect(problemsOf({ command: "files", tools: { includes: [], only: [] } })).toMatchObject([
    {
      field: "tools",
      message: expect.stringContaining('found the unknown key "includes", "only"'),
    },
  ]);
});

test.each([
  [{ includes: [] }, 'found the unknown key "includes"; did you mean `include`?'],
  [{ Exclude: [] }, 'found the unknown key "Exclude"; did you mean `exclude`?'],
  [{ includ: [], exlude: [] }, '"includ", "exlude"; did you mean `include`, `exclude`?'],
])("a key of tools that looks misspelt is told how it is spelt: %j", (tools, message) => {
  expect(problemsOf({ command: "files", tools })).toMatchObject([
    { field: "tools", message: expect.stringMatching(/^expected an object with /) },
  ]);
  expect(problemsOf({ command: "files", tools })[0]?.message.endsWith(message)).toBe(true);
});

test("an unknown key of tools that looks like none is left without a guess", () => {
  expect(problemsOf({ command: "files", tools: { only: [] } })[0]?.message).toMatch(/"only"$/);
});

test.each([
  ["allowlegacy", "allowLegacy"],
  ["allow_legacy", "allowLegacy"],
  ["allow-legacy", "allowLegacy"],
  ["alowLegacy", "allowLegacy"],
  ["allowLegcay", "allowLegacy"],
  ["probeTimeout", "probeTimeoutMs"],
  ["startupTimeoutMs", "startTimeoutMs"],
  ["legacy_probe_timeout_ms", "legacyProbeTimeoutMs"],
  ["tool", "tools"],
  ["Disabled", "disabled"],
  ["Env", "env"],
])("%s is taken for a misspelt %s and refused", (key, meant) => {
  expect(problemsOf({ command: "files", [key]: true })).toEqual([
    {
      code: "invalid",
      line: 1,
      server: "files",
      field: key,
      message: `unknown key; did you mean \`${meant}\`?`,
    },
  ]);
});

test.each(["allowLegacy", "allow_legacy"])(
  "%s beside mcpServers is refused: it belongs to one server",
  (key) => {
    const text = JSON.stringify({ mcpServers: {}, [key]: true });
    expect(configErrorOf(() => parseText(text)).problems).toMatchObject([
      { code: "invalid", field: key, message: expect.stringContaining("belongs to one server") },
    ]);
  },
);

test.each([
  ['{"mcpServers":{},"colision":"reject"}', "colision", "did you mean `collision`?"],
  ['{"mcpServers":{},"collision":"rename"}', "collision", 'found "rename"'],
  ['{"mcpservers":{}}', "mcpservers", "did you mean `mcpServers`?"],
  ["{}", "mcpServers", "expected an object of servers by name, found nothing"],
  ['{"servers":[],"mcp":{}}', "mcpServers", "found nothing"],
  ['{"mcpServers":[]}', "mcpServers", "expected an object of servers by name, found an array"],
])("the file %s is refused at %s", (text, field, message) => {
  expect(configErrorOf(() => parseText(text)).problems).toContainEqual({
    code: "invalid",
    line: 1,
    field,
    message: expect.stringContaining(message),
  });
});

test.each(["[]", "null", "1", '"x"', "true"])("a file that is just %s is refused", (text) => {
  const error = configErrorOf(() => parseText(text));
  expect(error.problems).toMatchObject([{ code: "invalid" }]);
  expect(error.message).toContain("expected an object with `mcpServers`");
});

test("a server that is declared twice is refused, with both lines", () => {
  const text = '{"mcpServers": {\n"a": {"command": "one"},\n"a": {"command": "two"}\n}}';
  expect(configErrorOf(() => parseText(text)).problems).toEqual([
    { code: "invalid", line: 3, server: "a", message: "declared 2 times, in lines 2, 3; keep one" },
  ]);
});

test("comments and line ends of every kind count in the lines of what is declared twice", () => {
  const text = '{"mcpServers": { // a\r\n/*\r*/ "a": {"command": "1"},\n\n"a": {"command": "2"},}}';
  expect(configErrorOf(() => parseText(text)).problems).toMatchObject([
    { server: "a", message: "declared 2 times, in lines 3, 5; keep one" },
  ]);
});

test.each([
  ['{"mcpServers":{},"mcpServers":{}}', "mcpServers"],
  ['{"mcpServers":{"a":{"command":"a","command":"b"}}}', "command"],
  ['{"mcpServers":{"a":{"command":"a","env":{"K":"1","K":"2"}}}}', "env.K"],
  ['{"mcpServers":{"a":{"command":"a","tools":{"include":[],"include":[]}}}}', "tools.include"],
  ['{"mcpServers":{"a":{"url":"http://x","headers":{"k":"1","K":"2"}}}}', "headers.K"],
])("a member that is there twice is refused: %s", (text, field) => {
  expect(configErrorOf(() => parseText(text)).problems).toMatchObject([
    { code: "invalid", field, message: expect.stringContaining("declared 2 times") },
  ]);
});

test.each(["a/b", "/", "", "a\nb", "\u001b[31m", "\u009b31m"])(
  "L3: a server cannot be named %j",
  (name) => {
    const error = configErrorOf(() => parse({ [name]: { command: "a" } }));
    expect(error.code).toBe("invalid_server_name");
    expect(error.problems).toMatchObject([{ code: "invalid_server_name", server: name }]);
  },
);

test("L3: the name of a disabled server is checked too", () => {
  const error = configErrorOf(() => parse({ "a/b": { command: "a", disabled: true } }));
  expect(error.code).toBe("invalid_server_name");
});

test.each([
  ["", 'env[""]'],
  ["A=B", 'env["A…"]'],
  ["A\0B", 'env["A…"]'],
])("a variable of a server cannot be named %j", (name, field) => {
  expect(problemsOf({ command: "a", env: { [name]: "x" } })).toMatchObject([
    { code: "invalid", server: "files", field },
  ]);
});

test.each([
  [{ command: "" }, "command"],
  [{ command: "a\0" }, "command"],
  [{ command: "a", args: ["", "\0"] }, "args[1]"],
  [{ command: "a", env: { A: "\0" } }, "env.A"],
  [{ command: "a", cwd: "" }, "cwd"],
])("a text that could not be used later is refused now: %j", (server, field) => {
  expect(problemsOf(server)).toMatchObject([{ code: "invalid", server: "files", field }]);
});

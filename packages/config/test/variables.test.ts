import { expect, test } from "vitest";
import { configErrorOf, parse, problemsOf, reference } from "./parsing.js";

function argument(text: string, env: Readonly<Record<string, string | undefined>> = {}): unknown {
  const [server] = parse({ files: { command: "files", args: [text] } }, env).servers;
  return server?.type === "stdio" ? server.args[0] : undefined;
}

test("K4: variables are replaced in command, args, env, cwd, url and headers", () => {
  const env = { V: "value" };
  const v = reference("V");
  const config = parse(
    {
      a: { command: v, args: ["-v", `x-${v}-y`], env: { A: v }, cwd: `/${v}` },
      b: { url: `https://${v}/mcp`, headers: { Authorization: `Bearer ${v}` } },
    },
    env,
  );
  expect(config.servers).toMatchObject([
    { command: "value", args: ["-v", "x-value-y"], env: { A: "value" }, cwd: "/value" },
    { url: "https://value/mcp", headers: { Authorization: "Bearer value" } },
  ]);
});

test("K4: names, keys and this project's own fields are not expanded", () => {
  const v = reference("V");
  const config = parse({ [v]: { command: "a", env: { [v]: "x" }, tools: { include: [v] } } });
  expect(config.servers).toMatchObject([{ name: v, env: { [v]: "x" }, tools: { include: [v] } }]);
});

test.each([
  [reference("A"), "one"],
  [reference("env:A"), "one"],
  [reference("A:-two"), "one"],
  [reference("UNSET:-two"), "two"],
  [reference("env:UNSET:-two"), "two"],
  [reference("UNSET:-"), ""],
  [reference("UNSET:-a:-b"), "a:-b"],
  [reference("EMPTY:-two"), ""],
  [reference("EMPTY"), ""],
  [reference("ProgramFiles(x86)"), "C:\\"],
  [`${reference("A")}${reference("A")}`, "oneone"],
  [`$${reference("A")}`, "$one"],
  [`\\${reference("A")}`, "\\one"],
  ["$A $(A) {A} $ 5$", "$A $(A) {A} $ 5$"],
])("K4: %s becomes %j", (text, expanded) => {
  expect(argument(text, { A: "one", EMPTY: "", "ProgramFiles(x86)": "C:\\" })).toBe(expanded);
});

test("K4: what a variable held is not expanded again", () => {
  expect(argument(reference("A"), { A: reference("B"), B: "two" })).toBe(reference("B"));
});

test("K4: an unset variable is an error that names file, line, server, field and variable", () => {
  const error = configErrorOf(() =>
    parse({ files: { command: "files", env: { T: reference("UNSET") } } }),
  );
  expect(error.code).toBe("unresolved_variable");
  expect(error.file).toBe("mcp.json");
  expect(error.problems).toMatchObject([
    { code: "unresolved_variable", server: "files", field: "env.T", variable: "UNSET" },
  ]);
  expect(error.message).toBe(
    `mcp.json: line 1, server "files", env.T: the variable UNSET is not set; set it, or write ${reference("UNSET:-default")}`,
  );
});

test("K4: a variable that is there as undefined, or only inherited, is unset", () => {
  const args = [reference("A"), reference("toString")];
  expect(problemsOf({ command: "a", args }, { A: undefined })).toMatchObject([
    { field: "args[0]", variable: "A" },
    { field: "args[1]", variable: "toString" },
  ]);
});

test("K4: every unset variable of a text is reported", () => {
  const args = [`${reference("A")}${reference("B")}${reference("C")}`];
  expect(problemsOf({ command: "a", args }, { B: "set" })).toMatchObject([
    { variable: "A" },
    { variable: "C" },
  ]);
});

test.each([
  ["workspaceFolder", "only an editor fills it in"],
  ["config:python.path", "only an editor fills it in"],
  ["command:pick", "only an editor fills it in"],
  ["workspaceFolder:api", "only an editor fills it in"],
  ["input:api-key", "declare it in `inputs`"],
])("K4: %s, which is not known here, is unresolved and the error says so", (inner, hint) => {
  expect(problemsOf({ command: "a", cwd: reference(inner) })).toMatchObject([
    {
      code: "unresolved_variable",
      server: "files",
      field: "cwd",
      variable: inner,
      message: expect.stringContaining(hint),
    },
  ]);
});

test.each([
  "${",
  "${A",
  reference(""),
  reference("A B"),
  reference("A-b"),
  reference("A:b"),
  reference("1"),
  reference(`A:-${reference("B")}`),
])("K4: %s is no reference and is not passed on as a text either", (text) => {
  expect(problemsOf({ command: "a", args: [text] }, { A: "one", B: "two" })[0]).toMatchObject({
    code: "invalid",
    server: "files",
    field: "args[0]",
  });
});

test("K4: a command that a variable leaves empty is refused", () => {
  expect(problemsOf({ command: reference("EMPTY") }, { EMPTY: "" })).toMatchObject([
    { code: "invalid", field: "command" },
  ]);
});

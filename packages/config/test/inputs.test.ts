import { expect, test } from "vitest";
import { type Config, inputsOf, type ParseOptions, parseConfig, secretsOf } from "../src/index.js";
import { configErrorOf, reference } from "./parsing.js";

const KEY = { id: "key", type: "promptString", description: "Key", password: true };
const ROOT = { id: "root", type: "promptString", default: "/srv" };

function textOf(servers: object, inputs: unknown = [KEY, ROOT]): string {
  return JSON.stringify({ inputs, servers });
}

function parse(text: string, options: Partial<ParseOptions> = {}): Config {
  return parseConfig(text, { file: "mcp.json", env: {}, ...options });
}

function problemsOf(text: string, options: Partial<ParseOptions> = {}): readonly object[] {
  return configErrorOf(() => parse(text, options)).problems;
}

const input = (id: string): string => `answer-${id}`;

test("K4: answers are put in wherever variables are, and not expanded again", () => {
  const text = textOf({
    a: {
      command: "a",
      args: [`--root=${reference("input:root")}`],
      env: { KEY: reference("input:key") },
    },
    b: { url: `https://x/${reference("input:root")}`, headers: { K: reference("input:key") } },
  });
  expect(parse(text, { input }).servers).toMatchObject([
    { args: ["--root=answer-root"], env: { KEY: "answer-key" } },
    { url: "https://x/answer-root", headers: { K: "answer-key" } },
  ]);
  const dollars = parse(textOf({ a: { command: reference("input:root") } }), {
    input: () => reference("A"),
  });
  expect(dollars.servers).toMatchObject([{ command: reference("A") }]);
});

test("K5: the answer to a password is a secret however short, and even where it is a place", () => {
  const text = textOf({
    a: { command: "a", args: [reference("input:key")], cwd: reference("input:root") },
  });
  const config = parse(text, { input: (id) => (id === "key" ? "/k" : "/srv/data") });
  expect(config.servers[0]).toMatchObject({ passwords: ["/k"], variables: {} });
  expect(secretsOf(config)).toEqual(["/k"]);
});

test("an answer to another question is treated like the value of a variable", () => {
  const text = textOf({ a: { command: "a", args: [reference("input:root")] } });
  const config = parse(text, { input: () => "long-answer" });
  expect(config.servers[0]).toMatchObject({
    passwords: [],
    variables: { "input:root": "long-answer" },
  });
  expect(secretsOf(config)).toEqual(["long-answer"]);
});

test("K4: an input without an answer is unresolved; its default is never put in unasked", () => {
  const text = textOf({ a: { command: "a", args: [reference("input:root")] } });
  for (const options of [{}, { input: () => undefined }]) {
    expect(problemsOf(text, options)).toMatchObject([
      {
        code: "unresolved_variable",
        line: 1,
        server: "a",
        field: "args[0]",
        variable: "input:root",
        message: expect.stringContaining("give it a value"),
      },
    ]);
  }
});

test("K4: an input that is not declared is unresolved, whatever would be answered", () => {
  const text = textOf({ a: { command: reference("input:other") } });
  expect(problemsOf(text, { input })).toMatchObject([
    { variable: "input:other", message: expect.stringContaining("declare it in `inputs`") },
  ]);
});

test.each(["claude-desktop", "claude-code", "cursor", "windsurf", "gemini-cli"] as const)(
  "K4: %s asks for nothing, so an input in its file is unresolved",
  (kind) => {
    const text = textOf({ a: { command: reference("input:key") } });
    expect(problemsOf(text, { kind, input })).toMatchObject([
      { variable: "input:key", message: expect.stringContaining("environment variable") },
    ]);
  },
);

test("only inputs of servers that are used are to be asked for, in declared order", () => {
  const text = textOf({
    a: { command: "a", args: [reference("input:root"), reference("input:root")] },
    b: { command: "b", env: { K: reference("input:key") }, disabled: true },
  });
  expect(inputsOf(text, { file: "mcp.json" })).toEqual([ROOT]);
  const both = textOf({
    a: { command: "a", args: [reference("input:root")], envFile: reference("input:key") },
  });
  expect(inputsOf(both, { file: "mcp.json" }).map(({ id }) => id)).toEqual(["key", "root"]);
});

test("what else is wrong with a file does not keep its inputs from being told", () => {
  const text = textOf({ a: { command: 1 }, b: { command: "b", args: [reference("input:key")] } });
  expect(inputsOf(text, { file: "mcp.json" })).toEqual([KEY]);
  expect(configErrorOf(() => inputsOf("{", { file: "mcp.json" })).code).toBe("not_json");
});

test.each([
  [{}, "inputs", "expected an array of inputs, found an object"],
  [[1], "inputs[0]", "found a number"],
  [[{ id: "a" }], "inputs[0].type", '"pickString" or "command", found nothing'],
  [[{ id: "a", type: "secret" }], "inputs[0].type", 'found "secret"'],
  [[{ type: "promptString" }], "inputs[0].id", "expected a string, found nothing"],
  [[{ id: "", type: "command" }], "inputs[0].id", "expected a name, found an empty string"],
  [[{ ...KEY, password: "yes" }], "inputs[0].password", "`true` or `false`, found a string"],
  [[{ id: "a", type: "pickString" }], "inputs[0].options", "array of strings, found nothing"],
  [[{ id: "a", type: "pickString", options: [1] }], "inputs[0].options[0]", "found a number"],
  [[KEY, ROOT, KEY], "inputs[2].id", "declared before"],
])("inputs that are wrong are refused: %j", (inputs, field, message) => {
  expect(problemsOf(textOf({}, inputs))).toMatchObject([
    { code: "invalid", field, message: expect.stringContaining(message) },
  ]);
});

test("in VS Code's settings an input that is wrong is named by where it stands", () => {
  const problemOf = (file: object): object | undefined => problemsOf(JSON.stringify(file))[0];
  expect(problemOf({ mcp: { servers: {}, inputs: [1] } })).toMatchObject({
    field: "mcp.inputs[0]",
  });
  expect(problemOf({ "mcp.servers": {}, "mcp.inputs": [1] })).toMatchObject({
    field: '["mcp.inputs"][0]',
  });
});

import { expect, test } from "vitest";
import { z } from "zod";
import { configSchema, inputsOf, kindOfFile, secretsOf } from "../src/index.js";
import { EDITOR_FILES, load, PLACES, textOf } from "./editors/files.js";
import { MEANINGS } from "./editors/meanings.js";

test.each(EDITOR_FILES)("K4: %s is read as its editor means it", (name) => {
  const [file] = PLACES[name];
  const config = load(name);
  expect(config.servers).toEqual(
    MEANINGS[name].map(({ line, ...server }) => ({ ...server, origin: { file, line } })),
  );
  expect(config).toMatchObject({ file, files: [file], collision: "prefix", replaced: [] });
});

test.each(EDITOR_FILES)("whose file %s is shows in its path", (name) => {
  const [file, kind] = PLACES[name];
  expect(kindOfFile(file)).toBe(kind);
});

test.each([
  ["windsurf", ["old"]],
  ["gemini-cli", ["legacy"]],
  ["cline", ["memory"]],
  ["vscode-workspace", []],
] as const)("what is switched off in %s is named and not looked into", (name, disabled) => {
  expect(load(name).disabled).toEqual(disabled);
});

test("Claude Code's own file has servers for each project, and they alone are read for one", () => {
  const { servers } = load("claude-code-user", "/home/ada/shop");
  expect(servers).toMatchObject([
    {
      name: "browser",
      origin: { line: 12 },
      type: "stdio",
      command: "npx",
      args: ["@playwright/mcp@latest", "--headless"],
      env: {},
    },
  ]);
  expect(load("claude-code-user", "/home/ada/shop/").servers).toEqual(servers);
  expect(load("claude-code-user", "/home/ada/empty").servers).toEqual([]);
  expect(load("claude-code-user", "/home/ada/unknown").servers).toEqual([]);
});

test("the inputs of a file are told as declared, and before reading it those that are used", () => {
  const declared = [
    {
      id: "perplexity-key",
      type: "promptString",
      description: "Perplexity API Key",
      password: true,
    },
    {
      id: "region",
      type: "pickString",
      description: "Region",
      options: [
        { label: "eu-central-1", value: "eu-central-1" },
        { label: "US", value: "us-east-1" },
      ],
      default: "eu-central-1",
    },
    { id: "unused", type: "command" },
  ];
  const [file] = PLACES["vscode-workspace"];
  expect(load("vscode-workspace").inputs).toEqual(declared);
  expect(inputsOf(textOf("vscode-workspace"), { file })).toEqual(declared.slice(0, 2));
});

test("K5: an answer to a password is a secret, one to another question like a variable", () => {
  const secrets = secretsOf(load("vscode-workspace"));
  expect(secrets).toContain("pplx-secret");
  expect(secrets).toContain("us-east-1");
  expect(secretsOf(load("vscode-settings"))).toContain("postgres://me:secret@db/shop");
});

test.each(EDITOR_FILES)("%s is valid by the schema for editors", (name) => {
  const schema = z.fromJSONSchema(configSchema());
  expect(schema.safeParse(jsonOf(textOf(name))).error).toBeUndefined();
});

/** The value of a text with comments and trailing commas, none of which are inside its strings. */
function jsonOf(text: string): unknown {
  const plain = text
    .replaceAll(/^\s*\/\/.*$/gm, "")
    .replaceAll(/\/\* [^*]*\*\//g, "")
    .replaceAll(/,(?=\s*[\]}])/g, "");
  return JSON.parse(plain);
}

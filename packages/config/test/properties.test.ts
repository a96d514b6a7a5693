import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Config, ConfigError, type ConfigKind, parseConfig } from "../src/index.js";
import { reference } from "./parsing.js";

const MARKER = "mArK3r";
const ENV = { SET: `${MARKER}-set`, OTHER: `${MARKER}-other`, EMPTY: "" };

/** An answer that no error may show. */
function input(id: string): string | undefined {
  return id === "asked" ? `${MARKER}\0` : undefined;
}

/** A file that no error may show, or one that cannot be had. */
function readEnvFile(path: string): string {
  if (path.includes("set")) throw new Error(`${path} ${MARKER}`);
  return `${MARKER}=${MARKER}\0`;
}

/** A file that holds what no error may show. */
function readFile(path: string): string {
  if (path.includes("set")) throw new Error(`${path} ${MARKER}`);
  return `${MARKER}\0`;
}

/** The configuration or the error; anything else that is thrown fails the test. */
function outcomeOf(text: string, kind: ConfigKind = "x-mcp"): Config | ConfigError {
  try {
    return parseConfig(text, { file: "mcp.json", kind, env: ENV, input, readEnvFile, readFile });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error as ConfigError;
  }
}

/** What a piece of JSON is replaced by, so that it may no longer be JSON. */
const CHANGES = [
  "",
  ",",
  "}",
  "]",
  ",]",
  ",}",
  '"',
  "\\",
  "1",
  "-",
  "e",
  " ",
  "//",
  "/**/",
  "/*",
  "\n",
];

const anything = fc.jsonValue({ maxDepth: 2 });
const secret = fc.constantFrom(
  MARKER,
  `Bearer ${MARKER}`,
  `${MARKER}\n${MARKER}`,
  reference("SET"),
  reference("UNSET"),
  reference(`UNSET:-${MARKER}`),
  reference(`SET ${MARKER}`),
  reference(`SET:${MARKER}`),
  reference(`UNSET:-${reference(MARKER)}`),
  `${MARKER}\${`,
  `\0${MARKER}`,
  reference("EMPTY"),
  reference("input:asked"),
  reference("input:other"),
  reference("file:set"),
  reference("file:other"),
  `$SET $UNSET ${MARKER}`,
  `~/${MARKER}`,
);
const name = fc.constantFrom("TOKEN", "", "A B", `T=${MARKER}`, `T: ${MARKER}`, "__proto__");
const secrets = fc.dictionary(name, fc.oneof(secret, fc.constant([MARKER]), anything));
const text = fc.oneof(secret, fc.constantFrom("x", ""), anything);
const server = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        command: text,
        args: fc.oneof(fc.array(text), text),
        env: fc.oneof(secrets, fc.constant(MARKER), fc.constant([MARKER])),
        cwd: text,
        envFile: text,
        url: fc.oneof(
          text,
          fc
            .constantFrom("/", "@example.com/", ` /?key=${MARKER}`)
            .map((rest) => `https://${MARKER}${rest}`),
          fc.constant(`//${MARKER}`),
        ),
        headers: fc.oneof(secrets, fc.constant(MARKER)),
        allowInsecure: anything,
        type: fc.constantFrom("stdio", "http", "sse", "other"),
        allowLegacy: anything,
        tools: anything,
        disabled: fc.oneof(fc.constant(false), anything),
        timeout: anything,
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: anything },
);
const file = fc.record(
  {
    mcpServers: fc.oneof(fc.dictionary(fc.constantFrom("a", "b/c", ""), server), anything),
    collision: fc.oneof(fc.constant("prefix"), anything),
    inputs: fc.oneof(
      fc.constant([{ id: "asked", type: "promptString", password: true }]),
      fc.array(fc.record({ id: anything, type: anything, default: fc.constant([MARKER]) })),
      anything,
    ),
  },
  { requiredKeys: ["mcpServers"] },
);

const kind = fc.constantFrom<ConfigKind>("vscode", "cursor", "windsurf", "gemini-cli", "x-mcp");

test("parsing any text throws nothing but a ConfigError", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (any) => void outcomeOf(any)));
});

test("parsing any JSON throws nothing but a ConfigError", () => {
  fc.assert(fc.property(fc.json(), (any) => void outcomeOf(any)));
});

test("a text is not JSON exactly where JSON.parse refuses it without comments and trailing commas", () => {
  const cutAndChanged = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom(...CHANGES))
    .map(([json, at, more]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + more + json.slice(place + 1);
    });
  fc.assert(
    fc.property(fc.oneof(fc.json(), cutAndChanged), (any) => {
      const outcome = outcomeOf(any);
      const refused = outcome instanceof ConfigError && outcome.code === "not_json";
      expect(refused).toBe(!parses(any));
    }),
    { numRuns: 500 },
  );
});

test("K5: no error shows a value of env, of headers, of a variable or an answer, whatever is wrong", () => {
  let errors = 0;
  fc.assert(
    fc.property(file, fc.option(fc.nat()), kind, (value, cut, whose) => {
      const json = JSON.stringify(value);
      const outcome = outcomeOf(cut === null ? json : json.slice(0, cut % json.length), whose);
      if (outcome instanceof ConfigError) {
        errors += 1;
        expect(outcome.message).not.toContain(MARKER);
        expect(JSON.stringify(outcome)).not.toContain(MARKER);
        expect(inspect(outcome, { depth: 9 })).not.toContain(MARKER);
      }
    }),
    { numRuns: 300 },
  );
  expect(errors).toBeGreaterThan(100);
});

const COMMENT = /("(?:[^"\\]|\\.)*")|\/\/[^\r\n]*|\/\*.*?\*\//gs;
const TRAILING_COMMA = /("(?:[^"\\]|\\.)*")|(?<=[^\s,:[{]\s*),(?=\s*[\]}])/gs;

/** The text without its comments and trailing commas; strings, which may look so, are kept. */
function withoutExtras(text: string): string {
  return text
    .replaceAll(COMMENT, (_, string) => string ?? " ")
    .replaceAll(TRAILING_COMMA, (_, string) => string ?? "");
}

function parses(text: string): boolean {
  try {
    JSON.parse(withoutExtras(text));
    return true;
  } catch {
    return false;
  }
}

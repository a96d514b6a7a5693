import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Config,
  ConfigError,
  mergeConfigs,
  parseConfig,
  problemText,
  secretsOf,
  withOverlay,
} from "../src/index.js";
import { configErrorOf, parse, parseText, reference } from "./parsing.js";

const GOOD = { command: "files" };

/** The same file, once more with its problems listed. */
function listed(text: string, file = "mcp.json"): Config {
  return parseConfig(text, { file, env: {}, unusable: "list" });
}

function ofServers(servers: object, file?: string): Config {
  return listed(JSON.stringify({ mcpServers: servers }), file);
}

const names = (servers: readonly { readonly name: string }[]): readonly string[] =>
  servers.map(({ name }) => name);

test("K4: a server with problems of its own is listed with them, and the others are read", () => {
  const text = `{ "mcpServers": {
    "first": { "command": "a" },
    "second": {
      "command": 1,
      "args": ["${reference("UNSET")}"]
    },
    "third": { "url": "https://example.com", "disabled": true },
    "fourth": { "url": "https://example.com" }
  } }`;
  const { servers, disabled, unusable } = listed(text);
  expect(names(servers)).toEqual(["first", "fourth"]);
  expect(disabled).toEqual(["third"]);
  expect(unusable).toEqual([
    {
      name: "second",
      origin: { file: "mcp.json", line: 3 },
      problems: [
        {
          code: "invalid",
          server: "second",
          field: "command",
          line: 4,
          message: "expected a string, found a number",
        },
      ],
    },
  ]);
});

test.each([
  [{ command: true }, "invalid"],
  [{ command: "a", probeTimeout: 1 }, "invalid"],
  [{ command: "a", url: "https://x" }, "invalid"],
  [{}, "invalid"],
  [[], "invalid"],
  [{ command: reference("UNSET") }, "unresolved_variable"],
  [{ url: "https://x", headers: { A: reference("input:none") } }, "unresolved_variable"],
  [{ command: "a", envFile: ".env" }, "unreadable_env_file"],
])("K4: a field, a kind, a variable and an envFile are problems of one server: %j", (bad, code) => {
  const { servers, unusable } = ofServers({ bad, good: GOOD });
  expect(names(servers)).toEqual(["good"]);
  expect(unusable).toMatchObject([{ name: "bad", problems: [{ code, server: "bad" }] }]);
});

test.each(["a/b", "", "a\nb"])(
  "L3: so is the name %j, of one that is switched off, too",
  (name) => {
    const problem = { code: "invalid_server_name", server: name };
    for (const bad of [GOOD, { ...GOOD, disabled: true }]) {
      const { servers, disabled, unusable } = ofServers({ [name]: bad, good: GOOD });
      expect(names(servers)).toEqual(["good"]);
      expect(disabled).toEqual([]);
      expect(unusable).toMatchObject([{ name, problems: [problem] }]);
    }
  },
);

test("a server that is declared twice is neither of the two", () => {
  const text = `{"mcpServers": {\n"a": {"command": "1"},\n"b": {"command": "b"},\n"a": {"command": 2}}}`;
  const { servers, unusable } = listed(text);
  expect(names(servers)).toEqual(["b"]);
  expect(unusable).toMatchObject([
    { name: "a", origin: { line: 2 }, problems: [{ line: 4 }, { field: "command", line: 4 }] },
  ]);
});

test.each([
  ["{", "not_json"],
  ["[]", "invalid"],
  ["{}", "invalid"],
  ['{"mcpServers":[]}', "invalid"],
  ['{"mcpServers":{},"mcpServers":{}}', "invalid"],
  ['{"mcpServers":{},"collision":"rename"}', "invalid"],
  ['{"mcpServers":{},"allowLegacy":true}', "invalid"],
  ['{"mcpServers":{},"inputs":[{}]}', "invalid"],
])("what is wrong with the file itself is thrown all the same: %s", (text, code) => {
  expect(configErrorOf(() => listed(text)).code).toBe(code);
});

test("what is thrown for the file itself does not name the servers' problems", () => {
  const text = JSON.stringify({ mcpServers: { bad: {} }, collision: "rename" });
  expect(configErrorOf(() => listed(text)).problems).toMatchObject([{ field: "collision" }]);
  expect(configErrorOf(() => parseText(text)).problems).toHaveLength(2);
});

test("without problems the list is empty; without the option they are thrown", () => {
  expect(ofServers({ good: GOOD }).unusable).toEqual([]);
  expect(parse({ good: GOOD }).unusable).toEqual([]);
  expect(configErrorOf(() => parse({ good: GOOD, bad: {} })).problems).toHaveLength(1);
});

const server = fc.constantFrom(
  GOOD,
  { url: "https://example.com" },
  { command: "a", disabled: true },
  { command: 1, args: ["x", 2] },
  { command: reference("UNSET"), cwd: "" },
  { envFile: ".env", command: "a", tols: {} },
  "text",
);

test("whatever else is in the file, a server is read as if it were alone", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z/]{1,3}$/), server), (servers) => {
      const together = ofServers(servers);
      const alone = Object.entries(servers).map(([name, one]) => ofServers({ [name]: one }));
      expect(together.servers).toEqual(alone.flatMap((one) => one.servers));
      expect(together.disabled).toEqual(alone.flatMap((one) => one.disabled));
      expect(together.unusable).toEqual(alone.flatMap((one) => one.unusable));
      const problems = together.unusable.flatMap((one) => one.problems);
      expect(thrownBy(servers)).toEqual(problems);
    }),
  );
});

function thrownBy(servers: object): readonly unknown[] {
  try {
    parse(servers);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test("K4: a later server that cannot be used replaces one of its name: nothing stands in for it", () => {
  const good = ofServers({ a: GOOD, b: GOOD }, "good.json");
  const bad = ofServers({ a: { command: reference("UNSET") } }, "bad.json");
  const merged = mergeConfigs([good, bad]);
  expect(names(merged.servers)).toEqual(["b"]);
  expect(merged.unusable).toEqual(bad.unusable);
  expect(merged.replaced).toEqual([{ name: "a", file: "good.json", by: "bad.json" }]);
});

test("a later server replaces one that cannot be used, and stands in its place or is switched off", () => {
  const bad = ofServers({ a: {}, b: GOOD }, "bad.json");
  const good = mergeConfigs([bad, ofServers({ c: GOOD, a: GOOD }, "good.json")]);
  expect(names(good.servers)).toEqual(["a", "b", "c"]);
  expect(good).toMatchObject({ unusable: [], replaced: [{ name: "a", file: "bad.json" }] });
  const off = mergeConfigs([bad, ofServers({ a: { disabled: true } }, "off.json")]);
  expect(off).toMatchObject({ unusable: [], disabled: ["a"], servers: [{ name: "b" }] });
});

test("the names of all servers are in the order of the file, whatever became of each", () => {
  const one = ofServers({ off: { ...GOOD, disabled: true }, good: GOOD, bad: {} }, "1");
  expect(one.names).toEqual(["off", "good", "bad"]);
  const all = mergeConfigs([one, ofServers({ more: GOOD, bad: GOOD }, "2")]);
  expect(all.names).toEqual(["off", "good", "bad", "more"]);
  expect(names(all.servers)).toEqual(["good", "bad", "more"]);
});

test("merging in steps is merging at once, with servers that cannot be used in between", () => {
  const [a, b, c] = [
    ofServers({ x: {}, y: GOOD, z: { ...GOOD, disabled: true } }, "1"),
    ofServers({ y: {}, w: {} }, "2"),
    ofServers({ x: GOOD, z: {} }, "3"),
  ];
  const atOnce = mergeConfigs([a, b, c]);
  expect(names(atOnce.unusable)).toEqual(["y", "z", "w"]);
  expect(mergeConfigs([a, mergeConfigs([b, c])]).unusable).toEqual(atOnce.unusable);
});

test("an overlay can switch a server off that cannot be used", () => {
  const config = ofServers({ a: {}, b: {}, c: GOOD });
  const overlay = { file: "overlay.json", servers: [{ name: "a", disabled: true }] };
  const laid = withOverlay(config, overlay, () => ({ type: "http", url: "" })).config;
  expect(names(laid.unusable)).toEqual(["b"]);
  expect(laid.disabled).toEqual(["a"]);
});

test("K5: no problem of a listed server shows a value, and its values are no secrets of the rest", () => {
  const config = parseConfig(
    JSON.stringify({
      mcpServers: {
        bad: {
          command: 1,
          env: { TOKEN: "s3cret-1", "S=s3cret-2": "x", N: 3 },
          args: ["s3cret-3", ["s3cret-4"]],
          cwd: reference("SECRET"),
        },
        worse: { url: "https://user:s3cret-5@example.com", headers: { A: "s3cret-6\n" } },
        good: { command: "a", env: { B: "shown-to-nobody" } },
      },
    }),
    { file: "mcp.json", env: { SECRET: "s3cret-7" }, unusable: "list" },
  );
  expect(names(config.unusable)).toEqual(["bad", "worse"]);
  expect(JSON.stringify(config.unusable)).not.toContain("s3cret");
  expect(secretsOf(config)).toEqual(["shown-to-nobody"]);
});

test("a problem is told as the message of an error has it", () => {
  const [bad] = ofServers({ bad: { command: 1 } }).unusable;
  expect(bad?.problems.map(problemText)).toEqual([
    'line 1, server "bad", command: expected a string, found a number',
  ]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { overlayText, parseOverlay } from "../src/index.js";
import { configErrorOf } from "./parsing.js";

const FILE = "overlay.json";
const SALT = "0123456789abcdef";

test("an overlay is written with servers by name and keys in one order", () => {
  const binding = { type: "http", url: "d1" } as const;
  expect(
    overlayText({
      servers: [
        { tools: { exclude: ["b"], include: ["a"] }, probeTimeoutMs: 5, name: "b" },
        { allowLegacy: [{ reopen: true, binding }], disabled: false, name: "a" },
      ],
      collision: "reject",
      salt: SALT,
      file: FILE,
    }),
  ).toBe(`{
  "salt": "0123456789abcdef",
  "collision": "reject",
  "servers": {
    "a": {
      "disabled": false,
      "allowLegacy": [
        {
          "type": "http",
          "url": "d1",
          "reopen": true
        }
      ]
    },
    "b": {
      "probeTimeoutMs": 5,
      "tools": {
        "include": [
          "a"
        ],
        "exclude": [
          "b"
        ]
      }
    }
  }
}
`);
});

const digest = fc.string({ minLength: 1 });
const permission = fc.record(
  {
    binding: fc.oneof(
      fc.record({ type: fc.constant("http" as const), url: digest }),
      fc.record({
        type: fc.constant("stdio" as const),
        command: digest,
        args: digest,
        cwd: digest,
        env: digest,
      }),
    ),
    reopen: fc.constant(true as const),
  },
  { requiredKeys: ["binding"] },
);
const entry = fc.record(
  {
    name: fc.stringMatching(/^[\w .-]{1,9}$/),
    disabled: fc.boolean(),
    allowLegacy: fc.array(permission, { maxLength: 3 }),
    probeTimeoutMs: fc.integer({ min: 1 }),
    startTimeoutMs: fc.integer({ min: 1 }),
    tools: fc.record(
      { include: fc.array(fc.string()), exclude: fc.array(fc.string()) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["name"] },
);

test("reading what was written gives the same overlay, and writing that the same text", () => {
  const servers = fc.uniqueArray(entry, { maxLength: 4, selector: ({ name }) => name });
  fc.assert(
    fc.property(servers, (some) => {
      const text = overlayText({ file: FILE, salt: SALT, servers: some });
      const read = parseOverlay(text, { file: FILE });
      const byName = new Map(read.servers.map((one) => [one.name, one]));
      expect(some.map(({ name }) => byName.get(name))).toEqual(some);
      expect(overlayText(read)).toBe(text);
    }),
    { numRuns: 50 },
  );
});

test.each([
  ["[]", undefined, "expected an object with `servers`"],
  ['{"server":{}}', "server", "did you mean `servers`?"],
  ['{"mcpServers":{}}', "mcpServers", "an overlay has `$schema`, `salt`"],
  ['{"servers":[]}', "servers", "expected an object of entries by server name"],
  ['{"servers":{"a":1}}', undefined, "expected an object, found a number"],
  ['{"servers":{"a":{"command":"x"}}}', "command", "unknown key; an overlay has"],
  ['{"servers":{"a":{"allowLegacy":true}}}', "allowLegacy", "array of permissions"],
  ['{"servers":{"a":{"probeTimeoutMs":0}}}', "probeTimeoutMs", "positive integer"],
  ['{"servers":{"a":{"disabled":1}}}', "disabled", "`true` or `false`"],
  ['{"servers":{"a":{},"a":{}}}', undefined, "declared 2 times"],
  ['{"salt":"short"}', "salt", "16 characters or more, found a string"],
  ['{"servers":{"a":{"allowLegacy":[{"type":"http","url":"d"}]}}}', "salt", "found nothing"],
  ['{"collision":"rename"}', "collision", 'found "rename"'],
])("an overlay that is wrong is refused: %s", (text, field, message) => {
  const { problems } = configErrorOf(() => parseOverlay(text, { file: FILE }));
  expect(problems).toMatchObject([
    { code: "invalid", line: 1, message: expect.stringContaining(message) },
  ]);
  expect(problems.map((problem) => "field" in problem && problem.field)).toEqual([field ?? false]);
});

test("an overlay names the line of what is wrong in it, and all of it at once", () => {
  const text = `{
  "salt": "0123456789abcdef",
  "servers": {
    "a/b": {},
    "files": {
      "allowLegacy": [
        { "type": "http", "url": "d" },
        { "type": "stdio", "command": "" }
      ]
    }
  }
}`;
  const { problems } = configErrorOf(() => parseOverlay(text, { file: FILE }));
  expect(problems[0]).toMatchObject({ code: "invalid_server_name", line: 4 });
  expect(problems[1]).toMatchObject({ field: "allowLegacy[1].command", line: 8, server: "files" });
  expect(problems.map(({ line }) => line)).toEqual([4, 8, 8, 8, 8]);
});

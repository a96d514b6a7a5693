import { expect, test } from "vitest";
import { configErrorOf, parseText, reference } from "./parsing.js";

const TEXT = `{
  // two servers
  "mcpServers": {
    "files": {
      "command": 1,
      "args": [
        "a",
        "${reference("UNSET")}", 2,
        [
          "x"
        ]
      ],
      "env": {
        "A": "a",
        "B":
          null
      },
      "probeTimeout": 5
    },
    "web": {
      "url": "https://example.com",
      "headers": { "A": "x",
        "a": "y"
      },
      "tools": {
        "include": [
          "a",
          7
        ]
      }
    },
    "no/slash": {
      "command": "a",
      "cwd": "${reference("UNSET")}"
    },
    "empty": {
    }
  },
  "collision":
    "rename",
  "allowLegacy": true
}`;

test("K4: each problem names the line on which its field stands", () => {
  const { problems } = configErrorOf(() => parseText(TEXT));
  const where = problems.map((problem) => [
    problem.line,
    "server" in problem ? problem.server : undefined,
    "field" in problem ? problem.field : undefined,
  ]);
  expect(where).toEqual([
    [41, undefined, "allowLegacy"],
    [39, undefined, "collision"],
    [18, "files", "probeTimeout"],
    [5, "files", "command"],
    [8, "files", "args[2]"],
    [9, "files", "args[3]"],
    [15, "files", "env.B"],
    [23, "web", "headers.a"],
    [28, "web", "tools.include[1]"],
    [32, "no/slash", undefined],
    [34, "no/slash", "cwd"],
    [36, "empty", undefined],
  ]);
});

test("K4: the line of a problem stands in the message", () => {
  const text = `{"mcpServers": {\r\n  "a": {\r\n    "command": "${reference("UNSET")}"\r\n}}}`;
  expect(configErrorOf(() => parseText(text)).message).toBe(
    `mcp.json: line 3, server "a", command: the variable UNSET is not set; set it, or write ${reference("UNSET:-default")}`,
  );
});

test("a server tells the line on which it is declared", () => {
  const text =
    '{"mcpServers": {\n\n"a": {"command": "a"}, "b": {"command": "b"},\n"c":\n{"command": "c"}}}';
  expect(parseText(text).servers.map(({ origin }) => origin)).toEqual([
    { file: "mcp.json", line: 3 },
    { file: "mcp.json", line: 3 },
    { file: "mcp.json", line: 4 },
  ]);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type ConfigErrorCode,
  type ConfigKind,
  kindOfFile,
  type OverlayNoteCode,
} from "../src/index.js";

const CODES: Readonly<Record<ConfigErrorCode, true>> = {
  not_json: true,
  invalid: true,
  unresolved_variable: true,
  unreadable_env_file: true,
  invalid_server_name: true,
};

const NOTES: Readonly<Record<OverlayNoteCode, true>> = {
  allow_legacy_void: true,
  disabled_in_file: true,
};

const KINDS: Readonly<Record<ConfigKind, string>> = {
  "claude-desktop": "claude_desktop_config.json",
  "claude-code": ".mcp.json",
  cursor: ".cursor/mcp.json",
  vscode: ".vscode/mcp.json",
  windsurf: "mcp_config.json",
  "gemini-cli": ".gemini/settings.json",
  "x-mcp": "x-mcp.json",
};

/** What is in the first column of the last table of a section. */
function firstColumn(section: string): readonly (string | undefined)[] {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const text = readme.split(`## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
  const table = text.split(/\n\n/).findLast((part) => part.startsWith("| ")) ?? "";
  return [...table.matchAll(/^\| `([\w-]+)` +\|/gm)].map((match) => match[1]);
}

test("the README's table of error codes has every code and no other", () => {
  expect(firstColumn("Error codes")).toEqual(Object.keys(CODES));
});

test("the README's table of an overlay's notes has every code and no other", () => {
  expect(firstColumn("Overlays")).toEqual(Object.keys(NOTES));
});

test("the README's table of kinds has every kind and no other, as their files' paths tell them", () => {
  expect(firstColumn("Whose file it is")).toEqual(Object.keys(KINDS));
  expect(Object.values(KINDS).map(kindOfFile)).toEqual(Object.keys(KINDS));
});

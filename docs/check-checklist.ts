/**
 * Checks `client-checklist.md`: that every row has a test that is there, or a reason, and that no row
 * has gone. It is run together with the examples.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Expected, problemsOf } from "./checklist.ts";

const root = join(import.meta.dirname, "..");

const EXPECTED: Expected = {
  rows: {
    Wire: 46,
    "stdio transport": 21,
    "Streamable HTTP transport": 49,
    "Discovery, versions and extensions": 13,
    "Tools, prompts, resources, completion, logging": 33,
    Caching: 22,
    Pagination: 8,
    Subscriptions: 11,
    "Rounds of input": 13,
    "Cancellation and limits of time": 12,
    Progress: 7,
    Elicitation: 14,
    Sampling: 16,
    Roots: 5,
    "JSON Schema": 11,
    Icons: 7,
    "Extensions, and what is deprecated or gone": 7,
  },
  // Closed: a row may leave it, none may join without having been thought about.
  untested: ["W42", "T31", "T35", "T38", "C11", "G06", "O10", "V03", "V09", "I06"],
  specification: "https://modelcontextprotocol.io/specification/2026-07-28/",
  read: (file) => {
    const path = join(root, file);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  },
};

/** @throws Error with every problem of the checklist, or where the check itself overlooks one. */
export function checkChecklist(): void {
  const text = readFileSync(join(import.meta.dirname, "client-checklist.md"), "utf8");
  const problems = problemsOf(text, EXPECTED);
  if (problems.length > 0) throw new Error(`client-checklist.md:\n${problems.join("\n")}`);
  for (const [what, broken] of breakages(text)) {
    if (problemsOf(broken, EXPECTED).length > 0) continue;
    throw new Error(`The check of client-checklist.md overlooks ${what}.`);
  }
  const count = Object.values(EXPECTED.rows).reduce((sum, rows) => sum + rows, 0);
  console.log(`${count} rows of the client's checklist have their test or their reason`);
}

/** The checklist as it must not be. */
function breakages(text: string): readonly (readonly [what: string, text: string])[] {
  const cut = (pattern: RegExp, by: string): string => {
    const broken = text.replace(pattern, by);
    if (broken === text) throw new Error(`Nothing in client-checklist.md is like ${pattern}.`);
    return broken;
  };
  return [
    ["that it is empty", ""],
    ["that its tables are gone", cut(/^\|.*\n/gm, "")],
    ["a row that is gone", cut(/^\| W07 .*\n/m, "")],
    ["a section under another name", cut(/^## Caching$/m, "## Cache")],
    ["an id that is there twice", cut(/^\| W07 /m, "| W08 ")],
    ["a row without a rule", cut(/^(\| W07 \|)[^|]+/m, "$1 ")],
    ["a link to somewhere else", cut(/^(\| W07 .*?\()https:[^)]+/m, "$1https://example.com/")],
    ["a row that shows nothing", cut(/^(\| W07 .*\|)[^|]+\|$/m, "$1 |")],
    ["a reason that is none", cut(/no test: Nothing is polled\./, "no test: .")],
    ["another row with a reason", cut(/^(\| W07 .*\|)[^|]+\|$/m, "$1 no test: It is too hard. |")],
    ["a file that is not there", cut(/`wire\/test\/stamp/, "`wire/test/stump")],
    ["a test that is not there", cut(/> is these bytes"/, '> is those bytes"')],
    ["a title without its group", cut(/"a modern request > is these bytes"/, '"is these bytes"')],
    ["one of two tests that is not there", cut(/("<br>`[^`]+` ")/, "$1not ")],
  ];
}

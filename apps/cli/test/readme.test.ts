import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { runHere } from "./support/run-here.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

it("the README lists every exit code, in order", () => {
  const [, after = ""] = readme.split(/^\| exit code +\|/m);
  const [rows = ""] = after.split("\n\n");
  const listed = [...rows.matchAll(/^\| `(\d+)` +\|/gm)].map(([, code]) => Number(code));
  expect(listed).toEqual(Object.values(EXIT));
});

it("the help lists every exit code", async () => {
  const { stdout } = await runHere(["--help"]);
  const [, table = ""] = stdout.split("Exit codes\n");
  const listed = [...table.matchAll(/\b(\d) {2}\w/g)].map(([, code]) => Number(code));
  expect(listed.sort()).toEqual(Object.values(EXIT));
});

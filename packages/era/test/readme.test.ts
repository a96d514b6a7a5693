import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type EraErrorCode, REASON_CODES } from "../src/index.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

const ERROR_CODES: Readonly<Record<EraErrorCode, true>> = {
  invalid_allow_legacy: true,
  invalid_client_info: true,
  invalid_extension: true,
  invalid_revisions: true,
  invalid_timeout: true,
};

/** The codes in the first column of a section's table. */
function codesIn(section: string): readonly (string | undefined)[] {
  const text = readme.split(`\n## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...text.matchAll(/^\| `(\w+)` +\|/gm)].map((match) => match[1]);
}

describe("the README", () => {
  it("lists exactly the reasons of a decision, in their order", () => {
    expect(codesIn("Reasons")).toEqual([...REASON_CODES]);
  });

  it("lists exactly the codes of EraError", () => {
    expect(codesIn("Errors")).toEqual(Object.keys(ERROR_CODES));
  });

  it("quotes the golden transcripts as they are", () => {
    const quoted = [...readme.matchAll(/^```jsonl\n(.*?)^```/gms)].map((match) => match[1]);
    const files = ["modern", "legacy", "overruled"].map((name) =>
      readFileSync(new URL(`./transcripts/${name}.jsonl`, import.meta.url), "utf8"),
    );
    expect(quoted).toEqual(files);
  });
});

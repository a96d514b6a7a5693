import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AllowLegacy } from "../src/index.js";
import { type Behaviour, negotiateIn, policyOf, type World } from "./world.js";

/**
 * A transcript has one thing a line: `+` a connection is opened, `-` it was closed by this side,
 * `!` the server ended it, `>` a frame sent, `<` a frame received, `=` the decision at the end.
 * Where nothing answers a `>`, its deadline passes.
 */
const folder = new URL("./transcripts/", import.meta.url);

const PERMISSIONS: { readonly [file: string]: AllowLegacy } = {
  "legacy.jsonl": true,
  "legacy-exits-on-probe.jsonl": true,
  "legacy-incomplete.jsonl": true,
  "legacy-not-allowed.jsonl": false,
  "modern.jsonl": true,
  "modern-capability-declared.jsonl": true,
  "modern-revision-rejected-once.jsonl": true,
  "overruled.jsonl": true,
};

/** A server that does what stands behind the next `>`. */
function worldOf(lines: readonly string[]): World {
  let at = 0;
  const server: Behaviour = ({ send, end }) => {
    for (const line of lines.slice(at)) {
      if (line === "!") end();
      else if (line.startsWith("< ")) send(line.slice(2));
      else break;
    }
  };
  return {
    open: () => undefined,
    answer: () => {
      at = lines.findIndex((line, i) => i >= at && line.startsWith("> ")) + 1;
      return server;
    },
  };
}

const MARKS = { opened: "+", sent: ">", received: "<", closed: "-" } as const;

describe("transcripts", () => {
  it("are all listed", () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(PERMISSIONS).sort());
  });

  it.each(Object.entries(PERMISSIONS))("%s is what happens", async (file, allowLegacy) => {
    const lines = readFileSync(new URL(file, folder), "utf8").trimEnd().split("\n");
    const declarable = { elicitation: { form: {}, url: {} } };
    const run = await negotiateIn(worldOf(lines), policyOf({ allowLegacy, declarable }));
    const { verdict, era, revision, reason } = run.result.record;
    const happened = run.log.flatMap(({ kind, text }) =>
      kind === "closing" ? [] : [`${MARKS[kind]} ${text}`.trimEnd()],
    );
    happened.push(`= ${JSON.stringify({ verdict, era, revision, reason })}`);
    expect(happened).toEqual(lines.filter((line) => line !== "!"));
  });
});

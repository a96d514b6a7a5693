import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./config.js";

const TESTKIT = join(import.meta.dirname, "../../../../packages/testkit");
const CASES = join(TESTKIT, "cases");

/** How many times faster the delays of a case pass. */
const SPEED = 20;

/** One case, as a server of a configuration, and what reaches it. */
export interface CaseServer {
  readonly server: { readonly command: string; readonly args: readonly string[] };
  /** What was sent to it, over all its starts, as it was written: a line a message. */
  readonly sent: () => readonly string[];
}

/** A server that misbehaves as the case of this name says; `before` is what it answers first, as lines of a case. */
export function caseServer(name: string, before: readonly string[] = []): CaseServer {
  const place = folder();
  const log = join(place, "log");
  const text = readFileSync(join(CASES, `${name}.jsonl`), "utf8");
  const source = join(place, `${name}.jsonl`);
  writeFileSync(source, `${before.join("\n")}\n${text}`);
  const program = join(TESTKIT, "dist/fake.js");
  const args = [program, "--log", log, "--speed", `${SPEED}`, before.length === 0 ? name : source];
  return {
    server: { command: process.execPath, args },
    sent: () =>
      readFileSync(log, "utf8")
        .split("\n")
        .flatMap((line) => (line.startsWith("> ") ? [line.slice(2)] : [])),
  };
}

/** How a case about an era ends. */
export interface EraCase {
  readonly name: string;
  readonly allowLegacy: unknown;
  readonly verdict: string;
  readonly era: string;
  readonly revision: string | null;
  readonly reason: string;
}

/** All cases about eras that begin with one of these rows. */
export function eraCases(rows: readonly string[]): readonly EraCase[] {
  return readdirSync(CASES)
    .map((file) => file.replace(/\.jsonl$/, ""))
    .filter((name) => rows.includes(name.split("-")[0] ?? ""))
    .flatMap((name) => {
      const [, end] = /^= (\{.*"verdict".*\})$/m.exec(
        readFileSync(join(CASES, `${name}.jsonl`), "utf8"),
      ) ?? [undefined, undefined];
      return end === undefined ? [] : [{ name, ...JSON.parse(end) }];
    });
}

import { isJsonObject, type JsonObject } from "@x/wire";
import { TestkitError } from "./testkit-error.js";
import { isTrait, TRAITS, type Trait } from "./trait.js";
import type { Step } from "./transcript.js";

/** What one line of a transcript says. */
export type Line =
  | { readonly type: "blank" }
  | { readonly type: "comment"; readonly text: string }
  | { readonly type: "trait"; readonly trait: Trait }
  | { readonly type: "opened" }
  | { readonly type: "step"; readonly step: Step }
  | { readonly type: "standing"; readonly message: JsonObject }
  | { readonly type: "standing_of"; readonly server: "modern" | "legacy" }
  | { readonly type: "expected"; readonly value: unknown };

/** Where a line stands, for messages. */
export interface Place {
  readonly name: string;
  readonly line: number;
}

/**
 * Reads one line, without its line end.
 *
 * @throws TestkitError `invalid_transcript`.
 */
export function transcriptLine(text: string, place: Place): Line {
  if (text.trim() === "") return { type: "blank" };
  const [, mark, space, rest] = MARK.exec(text) ?? refuse(place, `begins with no mark: ${text}`);
  const argument = rest ?? "";
  if (argument !== "" && space === "" && mark !== "#") {
    refuse(place, `needs a space behind "${mark}"`);
  }
  const { line } = place;
  switch (mark) {
    case "#":
      return { type: "comment", text: argument.trim() };
    case "$":
      if (isTrait(argument)) return { type: "trait", trait: argument };
      return refuse(place, `names no trait; there are ${TRAITS.join(", ")}`);
    case "+":
      none(argument, place);
      return { type: "opened" };
    case "-":
      none(argument, place);
      return { type: "step", step: { type: "closed", line } };
    case ">":
      return { type: "step", step: { type: "await", line, message: message(argument, place) } };
    case "<":
      return { type: "step", step: { type: "write", line, text: argument } };
    case "<<":
      return { type: "step", step: { type: "write_raw", line, text: quoted(argument, place) } };
    case "2>":
      return { type: "step", step: { type: "log", line, text: argument } };
    case "~":
      return { type: "step", step: { type: "wait", line, ms: integer(argument, place, 0) } };
    case "%":
      return { type: "step", step: { type: "pieces", line, bytes: integer(argument, place, 1) } };
    case "!": {
      const code = argument === "" ? undefined : integer(argument, place, 0);
      if (code !== undefined && code > 255) refuse(place, "needs an exit code of at most 255");
      return { type: "step", step: { type: "exit", line, code } };
    }
    case "*":
      if (argument === "modern" || argument === "legacy") {
        return { type: "standing_of", server: argument };
      }
      return { type: "standing", message: message(argument, place) };
    case "=":
      return { type: "expected", value: json(argument, place) };
    default:
      return refuse(place, `begins with no mark: ${text}`);
  }
}

const MARK = /^(<<|2>|[#$+\-><~%!*=])( ?)(.*)$/s;

/** @throws TestkitError `invalid_transcript`, always. */
export function refuse({ name, line }: Place, why: string): never {
  throw new TestkitError(`${name}:${line} ${why}.`, { code: "invalid_transcript" });
}

function none(argument: string, place: Place): void {
  if (argument.trim() !== "") refuse(place, "has something behind a mark that stands alone");
}

function integer(argument: string, place: Place, least: number): number {
  const value = /^\d+$/.test(argument) ? Number(argument) : -1;
  return value >= least ? value : refuse(place, `needs an integer of at least ${least}`);
}

function quoted(argument: string, place: Place): string {
  const value = json(argument, place);
  return typeof value === "string" ? value : refuse(place, "needs a JSON string");
}

/** A message as it is expected: any of its members may be left out. */
function message(argument: string, place: Place): JsonObject {
  const value = json(argument, place);
  if (!isJsonObject(value)) return refuse(place, "needs a JSON object");
  const { id, method } = value;
  if (id !== undefined && typeof id !== "string" && !Number.isSafeInteger(id)) {
    refuse(place, "has an id that no client may use: give a string or an integer");
  }
  if (method !== undefined && typeof method !== "string") {
    refuse(place, "has a method that is not a string");
  }
  return value;
}

function json(argument: string, place: Place): unknown {
  try {
    return JSON.parse(argument);
  } catch (error) {
    return refuse(place, `is not JSON behind its mark (${String(error)})`);
  }
}

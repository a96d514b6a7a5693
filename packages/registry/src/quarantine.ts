import { compareJson } from "@x/wire";
import type { Flaw } from "./flaw.js";
import { byCodePoint } from "./order.js";

/**
 * Why a tool, the check of its output, or a prompt was taken out of use. A closed list.
 *
 * - `not_an_object`, `name_invalid`, `member_invalid`: neither a tool nor a prompt.
 * - `input_schema_invalid`: not a tool.
 * - `arguments_invalid`: not a prompt.
 * - `too_deep`: it, or only a tool's output schema, is nested more than 512 levels deep.
 * - `output_schema_invalid`: the tool stays; its results are not checked.
 * - `invalid_header_annotation`: an `x-mcp-header` of the tool breaks a rule; see `headerPlan`.
 * - `duplicate_name`: one list had the name more than once; one of them is in use.
 * - `collision`: under `reject`, another peer already has the name.
 * - `name_held`: another peer already has the very name this one would be given.
 */
export type QuarantineReason =
  | Flaw["reason"]
  | "too_deep"
  | "output_schema_invalid"
  | "invalid_header_annotation"
  | "duplicate_name"
  | "collision"
  | "name_held";

/** Something a peer listed that is not in use, and why. */
export interface Quarantined {
  readonly peer: string;
  /** What the list that it was in is of. */
  readonly kind: "tool" | "prompt";
  /** The local name, where there is a usable one. */
  readonly local: string | undefined;
  readonly reason: QuarantineReason;
  /** What is out of use: all of it, or only the check of its output. */
  readonly scope: "entry" | "output_check";
  /** With `collision` and `name_held`: the peer that has the name. */
  readonly holder: string | undefined;
  /**
   * What the server sent; nothing where it is nested more than 512 levels deep, so that no host runs
   * out of stack over it.
   */
  readonly value: unknown;
  /** A sentence that names the peer, the tool or prompt, the reason and the remedy. */
  readonly message: string;
}

/** What {@link quarantine} makes a record of. */
export interface Finding {
  readonly peer: string;
  readonly kind: Quarantined["kind"];
  readonly local: string | undefined;
  readonly reason: QuarantineReason;
  /** Default `entry`. */
  readonly scope?: Quarantined["scope"];
  readonly value: unknown;
  readonly detail: string;
  readonly holder?: string;
}

/** Makes the record of a finding. */
export function quarantine(finding: Finding): Quarantined {
  const { peer, kind, local, reason, scope = "entry", holder, value } = finding;
  const subject = kind === "tool" ? "Tool" : "Prompt";
  const what = local === undefined ? `A ${kind}` : `${subject} ${shown(local)}`;
  const verdict = scope === "entry" ? "is left out" : "is used without an output check";
  const message = `${what} of server ${shown(peer)} ${verdict}: ${finding.detail}. ${remedy(reason, kind)}`;
  return { peer, kind, local, reason, scope, holder, value, message };
}

/**
 * Sorts the records of one peer, so that they do not depend on the order of its list, and keeps the
 * previous record where nothing about it has changed.
 */
export function settleRecords(
  found: readonly Quarantined[],
  previous: readonly Quarantined[],
): readonly Quarantined[] {
  const sorted = found.toSorted(compareRecords);
  let at = 0;
  return sorted.map((record) => {
    while (at < previous.length) {
      const known = previous[at];
      const order = known === undefined ? 1 : compareRecords(known, record);
      if (order > 0) {
        break;
      }
      at += 1;
      if (order === 0 && known !== undefined) {
        return known;
      }
    }
    return record;
  });
}

/** A name as it can stand in a sentence: quoted, cut, without what could drive a terminal. */
export function shown(name: string): string {
  const cut = name.length > 64 ? `${name.slice(0, 64)}…` : name;
  return JSON.stringify(cut);
}

function remedy(reason: QuarantineReason, kind: Quarantined["kind"]): string {
  switch (reason) {
    case "not_an_object":
    case "name_invalid":
      return "Have the server fixed.";
    case "input_schema_invalid":
    case "arguments_invalid":
    case "member_invalid":
    case "too_deep":
    case "output_schema_invalid":
    case "invalid_header_annotation":
    case "duplicate_name":
      return `Have the server fixed, or exclude the ${kind}.`;
    case "collision":
      return "Exclude one of the two, or choose the policy prefix.";
    case "name_held":
      return "Exclude one of the two, or start anew with both servers declared.";
  }
}

function compareRecords(a: Quarantined, b: Quarantined): number {
  return (
    byCodePoint(a.local ?? "", b.local ?? "") ||
    byCodePoint(a.reason, b.reason) ||
    byCodePoint(a.holder ?? "", b.holder ?? "") ||
    compareJson(a.value, b.value)
  );
}

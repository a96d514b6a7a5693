import { compareJson } from "@x/wire";
import { isTooDeep, TOO_DEEP } from "./depth.js";
import type { NamedEntry, ValueOf } from "./entry.js";
import { flawOf } from "./flaw.js";
import type { HeaderPlan } from "./header-plan.js";
import type { Kind } from "./kind.js";
import { sortByCodePoint } from "./order.js";
import { isIncluded, type RegistryPeer } from "./peer.js";
import { type Finding, type Quarantined, quarantine } from "./quarantine.js";

/** The whole list of one peer, as the peer gave it: all pages, nothing checked. */
export interface PeerList {
  readonly peer: string;
  /** The tools or the prompts, according to what the registry is of. */
  readonly items: readonly unknown[];
  /**
   * Whether calls to this peer can carry `Mcp-Param-*` headers: it is a modern one, spoken to over HTTP.
   * Then the `x-mcp-header` annotations of its tools are read, and have to be valid. Default `false`:
   * they are ignored, since no other transport and no revision before 2026-07-28 has them. Means nothing
   * of prompts.
   */
  readonly paramHeaders?: boolean;
}

/** One peer's list, taken apart. */
export interface Sifted<E extends NamedEntry> {
  /** Fit for use: sorted by code point, each name once. */
  readonly values: readonly ValueOf<E>[];
  /** In no particular order. */
  readonly refused: readonly Quarantined[];
  readonly plans: HeaderPlans;
}

/** What the values of a list ask for that ask for headers. */
export type HeaderPlans = ReadonlyMap<object, HeaderPlan>;

/**
 * Takes one peer's list apart: leaves out what the operator excluded, refuses what is not of this kind,
 * and keeps one value a name. Never depends on the order of the list.
 */
export function sift<E extends NamedEntry>(
  peer: RegistryPeer,
  list: PeerList,
  kind: Kind<E>,
): Sifted<E> {
  const refused: Quarantined[] = [];
  const refuse = (finding: Omit<Finding, "peer" | "kind">) => {
    refused.push(quarantine({ ...finding, peer: peer.name, kind: kind.noun }));
  };
  const fit: ValueOf<E>[] = [];
  const plans = new Map<object, HeaderPlan>();
  /** What is in use instead of a value of which a part had to be left out. */
  const instead = new Map<ValueOf<E>, ValueOf<E>>();
  // Lists have thousands of values, and this runs once for each list: before the engine has optimised
  // it, `forEach` leaves no garbage behind where `for … of` makes an object for each value.
  list.items.forEach((item) => {
    const flaw = flawOf(item, kind.flaw);
    // Every member that the type names has been checked where there is no flaw.
    const local = flaw === undefined ? (item as ValueOf<E>).name : flaw.name;
    if (local !== undefined && !isIncluded(peer, local)) {
      return;
    }
    if (flaw !== undefined) {
      const value = isTooDeep(item) ? undefined : item;
      refuse({ local, reason: flaw.reason, detail: flaw.detail, value });
      return;
    }
    const sent = item as ValueOf<E>;
    const value = kind.withinDepth(sent);
    if (value === undefined) {
      refuse({ local, reason: "too_deep", detail: `it ${TOO_DEEP}`, value });
      return;
    }
    if (list.paramHeaders === true) {
      const planning = kind.headerPlan(sent);
      if (planning.type === "problem") {
        const { detail } = planning;
        refuse({ local, reason: "invalid_header_annotation", detail, value });
        return;
      }
      if (planning.plan.length > 0) {
        plans.set(value, planning.plan);
      }
    }
    fit.push(sent);
    if (value !== sent) {
      instead.set(sent, value);
    }
  });
  // In place: what stays moves forward over what goes.
  const values = sortByCodePoint(fit, ({ name }) => name);
  let length = 0;
  values.forEach((sent) => {
    const last = values[length - 1];
    if (last?.name !== sent.name) {
      values[length] = sent;
      length += 1;
      return;
    }
    // Which of two namesakes stays is decided by what they say, not by which came first.
    const [stays, goes] = compareJson(sent, last) < 0 ? [sent, last] : [last, sent];
    values[length - 1] = stays;
    const detail = `the server lists this name more than once, and another ${kind.noun} of that name is used`;
    const value = instead.get(goes) ?? goes;
    refuse({ local: sent.name, reason: "duplicate_name", detail, value });
  });
  values.length = length;
  values.forEach((sent, at) => {
    const value = instead.get(sent) ?? sent;
    values[at] = value;
    const flaw = kind.checkFlaw(value, sent);
    if (flaw !== undefined) {
      refuse({ local: sent.name, scope: "output_check", ...flaw, value });
    }
  });
  return { values, refused, plans };
}

import { compareJson, type JsonObject } from "@x/wire";
import { isTooDeep, MAX_LEVELS, withinDepth } from "./depth.js";
import { type HeaderPlan, headerPlan } from "./header-plan.js";
import { sortByCodePoint } from "./order.js";
import { isIncluded, type RegistryPeer } from "./peer.js";
import { type Finding, type Quarantined, quarantine } from "./quarantine.js";
import { outputCheckOf, type Tool, toolFlaw } from "./tool.js";

/** The whole list of one peer, as the peer gave it: all pages, nothing checked. */
export interface PeerList {
  readonly peer: string;
  readonly tools: readonly unknown[];
  /**
   * Whether calls to this peer can carry `Mcp-Param-*` headers: it is a modern one, spoken to over HTTP.
   * Then the `x-mcp-header` annotations of its tools are read, and have to be valid. Default `false`:
   * they are ignored, since no other transport and no revision before 2026-07-28 has them.
   */
  readonly paramHeaders?: boolean;
}

/** One peer's list, taken apart. */
export interface Sifted {
  /** Fit for use: sorted by code point, each name once. */
  readonly tools: readonly Tool[];
  /** In no particular order. */
  readonly refused: readonly Quarantined[];
  /** By input schema; of those tools only that ask for headers. */
  readonly plans: HeaderPlans;
}

/** What the tools of a list ask for that ask for headers, by their input schemas. */
export type HeaderPlans = ReadonlyMap<JsonObject, HeaderPlan>;

/**
 * Takes one peer's list apart: leaves out what the operator excluded, refuses what is not a tool,
 * and keeps one tool a name. Never depends on the order of the list.
 */
export function sift(peer: RegistryPeer, list: PeerList): Sifted {
  const refused: Quarantined[] = [];
  const refuse = (finding: Omit<Finding, "peer">) => {
    refused.push(quarantine({ ...finding, peer: peer.name }));
  };
  const fit: Tool[] = [];
  const plans = new Map<JsonObject, HeaderPlan>();
  /** What is in use instead of a tool whose output schema had to be left out. */
  const instead = new Map<Tool, Tool>();
  // Lists have thousands of tools, and this runs once for each list: before the engine has optimised
  // it, `forEach` leaves no garbage behind where `for … of` makes an object for each tool.
  list.tools.forEach((value) => {
    const flaw = toolFlaw(value);
    // Every member that the type names has been checked where there is no flaw.
    const local = flaw === undefined ? (value as Tool).name : flaw.name;
    if (local !== undefined && !isIncluded(peer, local)) {
      return;
    }
    if (flaw !== undefined) {
      const tool = isTooDeep(value) ? undefined : value;
      refuse({ local, reason: flaw.reason, detail: flaw.detail, tool });
      return;
    }
    const tool = value as Tool;
    const bounded = withinDepth(tool);
    if (bounded === undefined) {
      refuse({ local, reason: "too_deep", detail: `it ${TOO_DEEP}`, tool: undefined });
      return;
    }
    if (list.paramHeaders === true) {
      const planning = headerPlan(tool.inputSchema);
      if (planning.type === "problem") {
        const { detail } = planning;
        refuse({ local, reason: "invalid_header_annotation", detail, tool: bounded });
        return;
      }
      if (planning.plan.length > 0) {
        plans.set(tool.inputSchema, planning.plan);
      }
    }
    fit.push(tool);
    if (bounded !== tool) {
      instead.set(tool, bounded);
    }
  });
  const tools: Tool[] = [];
  sortByCodePoint(fit, ({ name }) => name).forEach((tool) => {
    const last = tools.at(-1);
    if (last?.name !== tool.name) {
      tools.push(tool);
      return;
    }
    // Which of two namesakes stays is decided by what they say, not by which came first.
    const [stays, goes] = compareJson(tool, last) < 0 ? [tool, last] : [last, tool];
    tools[tools.length - 1] = stays;
    const shown = instead.get(goes) ?? goes;
    refuse({ local: tool.name, reason: "duplicate_name", detail: DUPLICATE, tool: shown });
  });
  tools.forEach((tool, at) => {
    const local = tool.name;
    const scope = "output_check";
    const bounded = instead.get(tool);
    if (bounded !== undefined) {
      tools[at] = bounded;
      const detail = `its outputSchema ${TOO_DEEP}`;
      refuse({ local, reason: "too_deep", scope, detail, tool: bounded });
    } else if (outputCheckOf(tool) === "broken") {
      const detail = "its outputSchema is not a schema object";
      refuse({ local, reason: "output_schema_invalid", scope, detail, tool });
    }
  });
  return { tools, refused, plans };
}

const TOO_DEEP = `is nested more than ${MAX_LEVELS} levels deep`;
const DUPLICATE =
  "the server lists this name more than once, and another tool of that name is used";

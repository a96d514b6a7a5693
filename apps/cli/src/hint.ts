import type { PeerReport } from "@x/client";
import type { Invocation } from "./invocation.js";
import { refusalReport } from "./refusal-report.js";

/** What may be a legacy server: the probe was not answered by a modern one, and nothing else was tried. */
const AMBIGUOUS: ReadonlySet<string> = new Set([
  "legacy_not_allowed",
  "probe_closed",
  "probe_unanswered",
]);

/** Whether a server that is unavailable may be a legacy one, for all that was seen. */
export function mayBeLegacy({ state, reason }: Pick<PeerReport, "state" | "reason">): boolean {
  return state === "unavailable" && reason !== null && AMBIGUOUS.has(reason);
}

/** What somebody can do about a server that is not ready, beyond what its message says; or nothing. */
export function hintOf(
  report: Pick<PeerReport, "name" | "state" | "reason">,
  invocation: Invocation,
): string | undefined {
  const { name, reason } = report;
  const { loaded } = invocation;
  const refusal = refusalReport(name, invocation);
  if (refusal?.hint !== undefined) return refusal.hint;
  if (mayBeLegacy(report)) {
    return loaded.overlay === undefined
      ? "--allow-legacy lets it be a legacy server."
      : `x-mcp allow ${name} lets it be a legacy server, after showing what was seen.`;
  }
  return reason === "open_failed" ? "x-mcp config shows what is started." : undefined;
}

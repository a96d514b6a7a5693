import type { ExchangeOutcome } from "@x/connection";
import {
  type ClientCapabilities,
  isResultResponse,
  meetDemand,
  modernError,
  type Response,
} from "@x/wire";
import { type DiscoverResult, isDiscoverResult } from "./discover-result.js";
import { type NotEvidence, notEvidence } from "./not-evidence.js";

/** What a probe's outcome is judged against. */
export interface ProbeContext {
  /** The modern revisions that this side speaks, preferred first. */
  readonly revisions: readonly string[];
  /** What the probe declared. */
  readonly declared: ClientCapabilities;
  /** What may be declared beyond it. */
  readonly declarable: ClientCapabilities;
}

/**
 * What a probe's outcome says about the era.
 *
 * - `modern`: settled; `revision` is the highest that both sides speak, by this side's order.
 * - `no_mutual_revision`: modern, and incompatible.
 * - `unsupported_version`, `missing_capability`, `header_mismatch`: modern by a recognised error.
 *   `retryWith` is what to ask with instead; `undefined` where there is nothing to try.
 *   `missing` is what the server demands and nobody here can do; `undefined` where it did not say.
 * - `ambiguous`: not modern evidence, and no legacy evidence either.
 * - `not_evidence`: says nothing about an era; surfaced as itself.
 */
export type ProbeVerdict =
  | {
      readonly verdict: "modern";
      readonly revision: string;
      readonly discovered: DiscoverResult;
    }
  | { readonly verdict: "no_mutual_revision"; readonly supported: readonly string[] }
  | {
      readonly verdict: "unsupported_version";
      readonly supported: readonly string[] | undefined;
      readonly retryWith: string | undefined;
    }
  | {
      readonly verdict: "missing_capability";
      readonly missing: readonly string[] | undefined;
      readonly retryWith: ClientCapabilities | undefined;
    }
  | { readonly verdict: "header_mismatch" }
  | { readonly verdict: "ambiguous" }
  | { readonly verdict: "not_evidence"; readonly reason: NotEvidence };

/** The verdicts that recognise a modern server. None of them ever leads to `initialize`. */
export type ModernVerdict = Exclude<
  ProbeVerdict,
  { readonly verdict: "ambiguous" | "not_evidence" }
>;

/**
 * Judges what came back for `server/discover`.
 *
 * Only a valid `DiscoverResult` or one of the three recognised errors is modern; everything else that
 * a server can do is ambiguous (specification 2026-07-28, "Versioning" and "stdio", both "Backward
 * Compatibility", read so that it fails closed: an ambiguous probe is no proof of a legacy server).
 */
export function classifyProbe(outcome: ExchangeOutcome, context: ProbeContext): ProbeVerdict {
  const reason = notEvidence(outcome);
  if (reason !== undefined) return { verdict: "not_evidence", reason };
  const ambiguous = { verdict: "ambiguous" } as const;
  return outcome.type === "response"
    ? (modernVerdict(outcome.response, context) ?? ambiguous)
    : ambiguous;
}

/** The modern evidence in a response, whatever request it answers; `undefined` where there is none. */
export function modernVerdict(
  response: Response,
  context: ProbeContext,
): ModernVerdict | undefined {
  if (isResultResponse(response)) {
    return isDiscoverResult(response.result) ? discovered(response.result, context) : undefined;
  }
  const error = modernError(response.error);
  switch (error?.type) {
    case undefined:
      return undefined;
    case "unsupported_version":
      return {
        verdict: "unsupported_version",
        supported: error.supported,
        retryWith: mutual(error.supported, context),
      };
    case "missing_capability":
      return missingCapability(error.requiredCapabilities, context);
    case "header_mismatch":
      return { verdict: "header_mismatch" };
  }
}

function discovered(result: DiscoverResult, context: ProbeContext): ModernVerdict {
  const revision = mutual(result.supportedVersions, context);
  return revision === undefined
    ? { verdict: "no_mutual_revision", supported: result.supportedVersions }
    : { verdict: "modern", revision, discovered: result };
}

function mutual(
  supported: readonly string[] | undefined,
  context: ProbeContext,
): string | undefined {
  return context.revisions.find((revision) => supported?.includes(revision));
}

function missingCapability(
  required: ClientCapabilities | undefined,
  { declared, declarable }: ProbeContext,
): ModernVerdict {
  const verdict = "missing_capability";
  if (required === undefined) return { verdict, missing: undefined, retryWith: undefined };
  return { verdict, ...meetDemand(declared, declarable, required) };
}

import {
  errorKind,
  type FailureKind,
  type Fetched,
  failureKind,
  freshnessOf,
  type Reading,
} from "@x/lists";
import { type ResourceOutcome, type ResourceResult, readResource, type Unmet } from "@x/router";
import type { JsonObject } from "@x/wire";
import { resourceError } from "./call-error.js";
import { Deadline, type ReadOptions } from "./deadline.js";
import { failureIn, observed } from "./observed.js";
import type { Parts } from "./parts.js";
import type { KeptResource, NoResource } from "./peer-lists.js";
import { readAgain } from "./read-again.js";
import { ownerOf } from "./routing.js";
import { tellFlaws } from "./tell-flaws.js";

/** A day, in milliseconds: each reader has a deadline of its own. */
const LONG_MS = 86_400_000;

/**
 * What a resource of a server holds: fresh from the cache, or read anew.
 *
 * @throws ClientError `unknown_server`, and where there is no result.
 */
export async function resourceOf(
  { peers, clock, lists, routes, observer, events }: Parts,
  { server, uri }: { readonly server: string; readonly uri: string },
  options: ReadOptions,
): Promise<ResourceReading> {
  const peer = peers.get(server);
  const deadline = new Deadline(clock, options);
  const { signal } = deadline;
  const { recovery, ...others } = routes;
  // Not whoever has the name by then: what it gives is kept as this one's.
  const once = { ...others, owner: () => ownerOf(peer) };
  const read = (): Promise<Read> =>
    lists.resource(peer, uri, {
      signal,
      // Others may wait for it, each with a deadline of its own; and it is this side that asks again.
      fetch: async (nobodyWaits) => {
        const outcome = await observed(
          observer,
          { method: "resources/read", server, uri },
          () => readResource(once, server, uri, { totalMs: LONG_MS, signal: nobodyWaits }),
          (end) => (end.type === "result" ? undefined : failureIn(resourceError(uri, end))),
        );
        if (outcome.type === "result") {
          tellFlaws(events, { peer: server, method: outcome.method, asked: uri }, outcome);
        }
        return fetchedFrom(outcome, clock.now());
      },
    });
  try {
    const reading = await readAgain({ ...options, peer, recovery, deadline }, read, unmetIn);
    switch (reading.type) {
      case "current":
        return given(reading.value);
      case "outdated": {
        const message = `${peer.name} told of a change while it was read.`;
        return given(reading.value, { type: "outdated", message });
      }
      case "stale": {
        const { message } = resourceError(uri, reading.failure);
        return given(reading.value, { type: "stale", message });
      }
      case "aborted":
        throw deadline.error(`resources/read of ${peer.name}`);
      case "failed":
        throw resourceError(uri, reading.failure);
    }
  } finally {
    deadline.clear();
  }
}

type Read = Reading<KeptResource, NoResource>;

/** What a resource holds, and why that may not be what it holds now. */
export interface ResourceReading extends ResourceResult {
  /** Absent where it is fresh. Never what a server says. */
  readonly staleness?: Staleness;
}

/** Why a result is not fresh: it changed while it was read, or its server could not be asked. */
export interface Staleness {
  readonly type: "outdated" | "stale";
  /** A sentence for people. */
  readonly message: string;
}

function given(value: KeptResource, staleness?: Staleness): ResourceReading {
  if (staleness !== undefined) return { ...value, staleness };
  if (!Object.hasOwn(value, "staleness")) return value as ResourceReading;
  const { staleness: _, ...others } = value;
  return others as ResourceReading & JsonObject;
}

function unmetIn(reading: Read): Unmet | undefined {
  return reading.type !== "failed" || reading.failure.type === "undeclared"
    ? undefined
    : reading.failure;
}

function fetchedFrom(
  outcome: ResourceOutcome,
  receivedAt: number,
): Fetched<KeptResource, NoResource> {
  if (outcome.type !== "result") {
    return { type: "failed", failure: outcome, kind: kindOf(outcome) };
  }
  const { size, tookInput } = outcome;
  // As it came: what was checked in it is what it is told to be.
  const raw = outcome.raw as KeptResource;
  if (tookInput) return { type: "uncacheable", value: raw };
  return { type: "result", value: raw, freshness: freshnessOf(raw, receivedAt), size };
}

/** What it means for the last good result that there is no new one. */
function kindOf(outcome: NoResource): FailureKind {
  switch (outcome.type) {
    case "unavailable":
      return "outage";
    case "no_response":
      return failureKind(outcome.outcome);
    case "rpc_error":
      return errorKind(outcome.error.code);
    case "undeclared":
    case "invalid_result":
      return "refused";
    case "input_required":
    case "input_failed":
    case "input_timed_out":
    case "too_many_rounds":
      return "given_up";
  }
}

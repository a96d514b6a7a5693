import type { Evidence } from "@x/era";
import type { ListProblemCode } from "@x/lists";
import type { EraName, Implementation, ServerCapabilities } from "@x/wire";
import { declaredExtensions, type Extensions } from "./extensions.js";
import type { ListProblems, Peer, UnavailableReason } from "./peer.js";
import type { MergedKind } from "./peer-lists.js";

/** What can be said of one peer at one moment. Everything a server claims of itself is a claim. */
export interface PeerReport {
  readonly name: string;
  readonly state: "idle" | "connecting" | "ready" | "unavailable";
  readonly era: EraName | "unknown";
  readonly revision: string | null;
  /** Why the state is what it is: a reason code of the era decision, or of what came after. */
  readonly reason: UnavailableReason | null;
  /** A sentence for people; for `unavailable` it names the remedy. */
  readonly message: string;
  /** What was sent and received to decide the era, in order. */
  readonly evidence: readonly Evidence[];
  /** From the beginning of the bring-up until it ended, in milliseconds. */
  readonly elapsedMs: number;
  /** When an unavailable peer is brought up again by itself, counted from when it became that. */
  readonly retryInMs?: number;
  /** How many of its tools have a name in the registry. */
  readonly tools: number;
  /** How many of its prompts have one. */
  readonly prompts: number;
  /** Why a list of it was not read to the end, where one was not; `message` says more. */
  readonly listProblems?: { readonly [kind in MergedKind]?: ListProblemCode };
  /** How often it broke the protocol, over all its connections; each was a `fault` event. */
  readonly faults: number;
  /** How many answers and progress notes came for calls that nobody waited for any more. */
  readonly late: number;
  /** What a peer that is ready declares that it offers; `null` for what is nested deeper than 32. */
  readonly capabilities?: ServerCapabilities;
  /** The extensions among them, by identifier, with their settings. */
  readonly extensions?: Extensions;
  readonly serverInfo?: Implementation;
  readonly instructions?: string;
}

/** How many names a peer has. */
export type Counts = Pick<PeerReport, "tools" | "prompts">;

/** The report of a peer that has so many names. */
export function reportOf(peer: Peer, { tools, prompts }: Counts): PeerReport {
  const { name, state } = peer;
  const { faults, late } = peer.seen;
  switch (state.state) {
    case "idle":
    case "connecting":
      return {
        name,
        state: state.state,
        era: "unknown",
        revision: null,
        reason: null,
        message:
          state.state === "idle"
            ? `${name} was not connected yet.`
            : `${name} has not answered yet; its own deadlines still run.`,
        evidence: [],
        elapsedMs: 0,
        tools,
        prompts,
        faults,
        late,
      };
    case "ready": {
      const { record, settled } = state;
      const { problems } = peer;
      const extensions = declaredExtensions(settled.capabilities);
      const broken = Object.entries(problems).flatMap(([list, problem]) =>
        problem === undefined ? [] : [[list, problem] as const],
      );
      return {
        name,
        state: "ready",
        era: settled.era,
        revision: settled.revision,
        reason: record.reason,
        message: [
          record.message,
          ...broken.map(([list, { message }]) => `Its list of ${list} is not whole: ${message}`),
        ].join(" "),
        evidence: record.evidence,
        elapsedMs: state.elapsedMs,
        tools,
        prompts,
        faults,
        late,
        capabilities: settled.capabilities,
        ...(Object.keys(extensions).length === 0 ? {} : { extensions }),
        ...(broken.length === 0 ? {} : { listProblems: codesOf(problems) }),
        ...(settled.serverInfo === undefined ? {} : { serverInfo: settled.serverInfo }),
        ...(settled.instructions === undefined ? {} : { instructions: settled.instructions }),
      };
    }
    case "unavailable": {
      const { record } = state;
      return {
        name,
        state: "unavailable",
        era: record?.era ?? "unknown",
        revision: record?.revision ?? null,
        reason: state.reason,
        message: state.message,
        ...(state.retryInMs === undefined ? {} : { retryInMs: state.retryInMs }),
        evidence: record?.evidence ?? [],
        elapsedMs: state.elapsedMs,
        tools,
        prompts,
        faults,
        late,
      };
    }
  }
}

function codesOf({ tools, prompts }: ListProblems): NonNullable<PeerReport["listProblems"]> {
  return {
    ...(tools === undefined ? {} : { tools: tools.code }),
    ...(prompts === undefined ? {} : { prompts: prompts.code }),
  };
}

import { type Random, randomFrom } from "./random.js";
import type { FaultyServer } from "./servers.js";

/** What is done to a server. Times in milliseconds. */
export type Fault =
  | { readonly type: "kill" }
  /** SIGSTOP, and SIGCONT after `forMs`. */
  | { readonly type: "stop"; readonly forMs: number }
  /** Half of the next frame; the rest after `forMs`, or the process dies. */
  | { readonly type: "stall"; readonly forMs: number }
  | { readonly type: "die" }
  /** The next reply over HTTP breaks in its middle, and so do the streams that stand open. */
  | { readonly type: "drop" }
  | Change
  /** All calls for `forMs`, by `ms`, or never. */
  | { readonly type: "slow"; readonly ms: number; readonly forMs: number }
  | { readonly type: "silent"; readonly forMs: number };

interface Change {
  readonly type: "change";
  readonly action: "add" | "remove" | "rename" | "describe";
  readonly tool: string;
  /**
   * What else happens over HTTP: the streams that stand open break just before, so that nobody is there
   * to be told (`unheard`), or the next list that is read breaks in its middle (`unread`).
   */
  readonly manner: "heard" | "unheard" | "unread";
}

/** When what is done to whom. */
export interface Step {
  /** From the beginning of the run. */
  readonly atMs: number;
  readonly server: string;
  readonly fault: Fault;
}

/** How often each fault is dealt in a round. */
const ROUND: readonly Fault["type"][] = [
  ...(["kill", "kill", "kill", "stop", "stop", "stall", "stall", "die", "drop", "drop"] as const),
  ...(["change", "change", "change", "change", "change", "change", "slow", "silent"] as const),
];
/** A server that was killed is let alone for so long. */
const RECOVERY_MS = 2_500;

/**
 * The faults of a run, in order; the same for the same seed, servers and length. At its end, or as soon as
 * it is let alone, each server changes its tools once more.
 */
export function schedule(
  seed: number,
  servers: readonly FaultyServer[],
  lengthMs: number,
): readonly Step[] {
  const random = randomFrom(seed);
  const busyUntil = new Map<string, number>();
  const steps: Step[] = [];
  let round: Fault["type"][] = [];
  for (let atMs = 1_000; atMs < lengthMs; atMs += random.between(400, 900)) {
    if (round.length === 0) round = random.shuffled(ROUND);
    const fault = makeFault(round.pop() ?? "change", random);
    const free = servers.filter(
      ({ name, carrier }) =>
        (busyUntil.get(name) ?? 0) <= atMs && (fault.type !== "drop" || carrier === "http"),
    );
    if (free.length === 0) continue;
    const { name } = random.pick(free);
    busyUntil.set(name, atMs + busyMs(fault));
    steps.push({ atMs, server: name, fault });
  }
  // What the client has to know in the end is new to it, whatever it has learned on the way.
  const last = servers.map(({ name }) => {
    const atMs = Math.max(lengthMs, busyUntil.get(name) ?? 0);
    return { atMs, server: name, fault: makeFault("change", random) };
  });
  return [...steps, ...last.sort((left, right) => left.atMs - right.atMs)];
}

function makeFault(type: Fault["type"], random: Random): Fault {
  switch (type) {
    case "kill":
    case "die":
    case "drop":
      return { type };
    case "stop":
      return { type, forMs: random.between(3_500, 5_000) };
    case "stall":
      return { type, forMs: random.between(500, 4_000) };
    case "change": {
      const action = random.pick(["add", "add", "remove", "rename", "describe"] as const);
      const tool = `extra-${random.between(1, 6)}`;
      return { type, action, tool, manner: random.pick(["heard", "unheard", "unread"] as const) };
    }
    case "slow":
      return { type, ms: random.between(500, 3_000), forMs: random.between(1_000, 3_000) };
    case "silent":
      return { type, forMs: random.between(1_000, 3_000) };
  }
}

function busyMs(fault: Fault): number {
  switch (fault.type) {
    case "stop":
      return fault.forMs + 500;
    case "kill":
    case "die":
      return RECOVERY_MS;
    case "stall":
      return fault.forMs;
    case "drop":
    case "change":
    case "slow":
    case "silent":
      return 0;
  }
}

import type { Carrier, ContractCase, ContractSubject, LeftOut } from "./contract-subject.js";
import { DEADLINES } from "./deadlines.js";
import { ENDS } from "./ends.js";
import { EXCHANGES } from "./exchanges.js";
import { limits } from "./limits.js";
import { FAILED_OPENING, openings } from "./openings.js";
import { PEER_MESSAGES } from "./peer-messages.js";
import { type Point, pointCase } from "./point.js";

/**
 * What every transport owes its callers, as cases for any test runner.
 *
 * Each case opens a peer of its own, by a clock that stands still; it also holds the transport to
 * `close()`: the same reason however often, no timer left, nothing of the peer left. What does not apply
 * to a subject is told by {@link contractLeftOut}.
 */
export function transportContract(subject: ContractSubject): readonly ContractCase[] {
  const { maxFrameBytes } = subject;
  const points = [...POINTS, ...(maxFrameBytes === undefined ? [] : limits(maxFrameBytes))];
  const asked = points.filter((point) => whyNot(point, subject) === undefined);
  return [...openings(subject), ...asked.map((point) => pointCase(point, subject))];
}

/** The points that a subject is not held to, each with the reason. Together with its cases they are all. */
export function contractLeftOut(subject: ContractSubject): readonly LeftOut[] {
  const { unopenable, maxFrameBytes } = subject;
  const failing =
    unopenable === undefined ? [{ name: FAILED_OPENING, reason: NEVER_FAILS_TO_OPEN }] : [];
  const ofLimits = limits(maxFrameBytes ?? 0).map((point) => ({
    point,
    reason: whyNot(point, subject) ?? (maxFrameBytes === undefined ? NO_LIMIT : undefined),
  }));
  const others = POINTS.map((point) => ({ point, reason: whyNot(point, subject) }));
  const left = [...others, ...ofLimits].flatMap(({ point: { name }, reason }) =>
    reason === undefined ? [] : [{ name, reason }],
  );
  return [...failing, ...left];
}

const POINTS: readonly Point[] = [...EXCHANGES, ...DEADLINES, ...PEER_MESSAGES, ...ENDS];
const DEFAULT_CARRIER: Carrier = "duplex";
const NEVER_FAILS_TO_OPEN = "Opening reaches for nothing that may not be there.";
const NO_LIMIT = "It has no limit for frames.";

function whyNot(
  { only }: Point,
  { carrier = DEFAULT_CARRIER }: ContractSubject,
): string | undefined {
  return only === undefined || only.carrier === carrier ? undefined : only.because;
}

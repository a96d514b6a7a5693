import type { ContractCase, ContractSubject } from "./contract-subject.js";
import { DEADLINES } from "./deadlines.js";
import { ENDS } from "./ends.js";
import { EXCHANGES } from "./exchanges.js";
import { limits } from "./limits.js";
import { openings } from "./openings.js";
import { PEER_MESSAGES } from "./peer-messages.js";
import { pointCase } from "./point.js";

/**
 * What every transport owes its callers, as cases for any test runner.
 *
 * For transports that carry all messages of a peer in one stream. Each case opens a peer of its own, by a
 * clock that stands still; it also holds the transport to `close()`: the same reason however often, no
 * timer left, nothing of the peer left.
 */
export function transportContract(subject: ContractSubject): readonly ContractCase[] {
  const { maxFrameBytes } = subject;
  const points = [
    ...EXCHANGES,
    ...DEADLINES,
    ...PEER_MESSAGES,
    ...ENDS,
    ...(maxFrameBytes === undefined ? [] : limits(maxFrameBytes)),
  ];
  return [...openings(subject), ...points.map((point) => pointCase(point, subject))];
}

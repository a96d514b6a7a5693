import { type MemoryTransportOptions, memoryTransport, type Transport } from "@x/connection";
import { transcriptOf } from "./cases.js";
import { playInMemory } from "./memory-player.js";
import { TestkitError } from "./testkit-error.js";
import type { Transcript } from "./transcript.js";

/** A transport to a scripted peer, and what the peer saw. */
export interface ScriptedTransport extends Transport {
  /** What reached the peer, as lines of a transcript: `+`, `> …`, and how it ended, `!` or `-`. */
  readonly log: readonly string[];
  /** What the client sent that the transcript does not have, as sentences. */
  readonly deviations: readonly string[];
}

/**
 * Plays a transcript, or the case with a name, in memory: every opening is its next lifetime.
 *
 * Delays run by the clock that is given to `open`. A client that does what the transcript does not have
 * ends the connection, with a reason that says so. Frames arrive whole, whatever pieces they are written
 * in, and a byte order mark is passed over.
 *
 * @throws TestkitError `unknown_case`; `needs_process` for a transcript with traits.
 */
export function scriptedTransport(
  source: Transcript | string,
  options: MemoryTransportOptions = {},
): ScriptedTransport {
  const transcript = transcriptOf(source);
  const { name, traits, lifetimes } = transcript;
  if (traits.length > 0) {
    throw new TestkitError(
      `${name} is ${traits.join(" and ")}, which only a process can be. Start it with fakeServer().`,
      { code: "needs_process" },
    );
  }
  const log: string[] = [];
  const deviations: string[] = [];
  const named = { name, ...options };
  let opens = 0;
  return {
    binding: memoryTransport(() => {}, named).binding,
    log,
    deviations,
    open: (openOptions) => {
      const { clock } = openOptions;
      const transport = memoryTransport((peer) => {
        const lifetime = lifetimes[opens] ?? lifetimes.at(-1);
        opens += 1;
        log.push("+");
        if (lifetime !== undefined) playInMemory(peer, { name, lifetime, clock, log, deviations });
      }, named);
      return transport.open(openOptions);
    },
  };
}

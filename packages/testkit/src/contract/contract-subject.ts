import type { Era, Transport } from "@x/connection";
import type { Transcript } from "../transcript.js";

/** A transport to one scripted peer, and what the contract cannot know about it. */
export interface ContractPeer {
  readonly transport: Transport;
  /**
   * What is still there of the peer after its connection was closed, as sentences; also what it was sent
   * and did not expect, where it cannot say so itself. Default: nothing.
   */
  readonly left?: () => readonly string[] | Promise<readonly string[]>;
  /** Called at the end of a case, also of one that failed. */
  readonly cleanup?: () => void | Promise<void>;
}

/**
 * What carries the messages of a peer.
 *
 * - `duplex`: one stream each way for all of them, whose beginning and end are those of the peer.
 * - `streams`: a reply stream for each request, as over HTTP. Requests under way at once come in no order;
 *   the end of a modern peer's reply stream by this side is the cancellation; a connection counts as
 *   started when it is opened, and outlives the peer's being away.
 */
export type Carrier = "duplex" | "streams";

/** What {@link transportContract} is given to hold a kind of transport to its contract. */
export interface ContractSubject {
  /** Default: `duplex`. Decides which points of the contract apply. */
  readonly carrier?: Carrier;
  /**
   * A transport whose peer plays this transcript, as a server of this era; `undefined` where none is
   * settled. Nothing is to be opened yet.
   */
  readonly open: (
    script: Transcript,
    era: Era["era"] | undefined,
  ) => ContractPeer | Promise<ContractPeer>;
  /**
   * A transport that cannot be opened: to a command or an endpoint that is not there. Not given where
   * opening reaches for nothing, and so cannot fail.
   */
  readonly unopenable?: () => ContractPeer | Promise<ContractPeer>;
  /** The limit of the transport's frames, from 1,000 to 50,000 bytes. Not given where there is none. */
  readonly maxFrameBytes?: number;
  /** How long a case waits for what has to come, in milliseconds of real time. Default 10,000. */
  readonly patienceMs?: number;
}

/** One sentence of the contract, for any test runner: `test(name, run)`. */
export interface ContractCase {
  readonly name: string;
  /**
   * @throws TestkitError `contract_violated`, with what was seen instead.
   */
  readonly run: () => Promise<void>;
}

/** A point of the contract that a subject is not held to. */
export interface LeftOut {
  readonly name: string;
  /** Why it does not apply, as a sentence. */
  readonly reason: string;
}

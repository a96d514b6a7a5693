import type { Transport } from "@x/connection";
import type { Transcript } from "../transcript.js";

/** A transport to one scripted peer, and what the contract cannot know about it. */
export interface ContractPeer {
  readonly transport: Transport;
  /** What is still there of the peer after its connection was closed, as sentences. Default: nothing. */
  readonly left?: () => readonly string[];
  /** Called at the end of a case, also of one that failed. */
  readonly cleanup?: () => void | Promise<void>;
}

/** What {@link transportContract} is given to hold a kind of transport to its contract. */
export interface ContractSubject {
  /** A transport whose peer plays this transcript. Nothing is to be opened yet. */
  readonly open: (script: Transcript) => ContractPeer | Promise<ContractPeer>;
  /** A transport that cannot be opened: to a command or an endpoint that is not there. */
  readonly unopenable: () => ContractPeer | Promise<ContractPeer>;
  /**
   * The limit of the transport's frames, from 1,000 to 50,000 bytes. Without it, that frames over the
   * limit are dropped is not among the cases.
   */
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

import type { Binding } from "@x/connection";
import type { NamedEntry } from "@x/registry";
import type { PeerReport } from "./report.js";

/**
 * Something that a client does with one server, as {@link Around} is told of it when it begins.
 * Subscriptions, levels of logs and looks for a sign of life are none.
 */
export type Operation =
  /** The server is brought up: opened, negotiated, listed. */
  | { readonly type: "connect"; readonly peer: OperationPeer }
  /** The server is asked for something, over however many attempts and rounds of input. */
  | {
      readonly type: "request";
      readonly method: string;
      /** None where nobody has what was asked for. */
      readonly peer?: OperationPeer;
      /** The tool or prompt that is asked for, where one is, and somebody has it. */
      readonly entry?: NamedEntry;
      /** The resource that is read, where one is. */
      readonly uri?: string;
    };

/** The server of an operation. */
export interface OperationPeer {
  readonly name: string;
  readonly binding: Binding;
  /** Where it stands now; at the end of an operation, what came of it. */
  readonly report: () => PeerReport;
}

/** How an operation ended. */
export interface Ending {
  /** Why there is no good result, where there is none. */
  readonly failure?: OperationFailure;
}

/** What an operation failed with. */
export interface OperationFailure {
  /**
   * The code of the error that its caller gets (`thrown` for one without), `tool_error` for a result that
   * is one; of a bring-up the `reason` of its report, of a list the code of its problem. A list or
   * resource that nobody waits for any more is `aborted`, whatever its readers are told.
   */
  readonly code: string;
  /** The server's JSON-RPC code, where it refused. */
  readonly rpcCode?: number;
}

/**
 * Goes around every operation of a client: calls `act` once, which never rejects, and gives what that gives.
 * What is done in `act` is done in the asynchronous context that it is called in.
 *
 * It looks on, and changes nothing: the caller gets what `act` came to, at once, whatever is made of that.
 * What it throws is told as `observer_failed`; where it does not call `act`, that is called all the same. Only
 * what it waits for before it calls `act` delays that.
 */
export type Around = <E extends Ending>(operation: Operation, act: () => Promise<E>) => Promise<E>;

import { type NamedEntry, resolve } from "@x/registry";
import { CodedError } from "@x/wire";
import type { Catalogue } from "./catalogue.js";
import type { Around, Operation, OperationFailure, OperationPeer } from "./operation.js";
import type { Peer } from "./peer.js";
import type { PeerReport } from "./report.js";

/** Whoever wants to know of operations, and what is told of them. */
export interface Observer {
  readonly around: Around;
  /** Is told what went wrong in `around`. */
  readonly onFailure: (cause: unknown) => void;
  readonly catalogue: Catalogue;
  readonly peer: (name: string) => Peer | undefined;
  readonly report: (peer: Peer) => PeerReport;
}

/** What is asked for: of a server by its configured name, or of whoever has it by its canonical name. */
export interface Asking {
  readonly method: string;
  readonly server?: string;
  readonly tool?: string;
  readonly prompt?: string;
  readonly uri?: string;
}

/**
 * Asks for something, and has an observer around it, where there is one. `failureOf` tells which results
 * are failures.
 */
export function observed<T>(
  observer: Observer | undefined,
  asking: Asking,
  act: () => Promise<T>,
  failureOf?: (result: T) => OperationFailure | undefined,
): Promise<T> {
  return observer === undefined
    ? act()
    : enclosed(observer, requestOf(observer, asking), act, failureOf);
}

/** Brings a peer up, likewise: its state tells what came of it. */
export function observedBringUp(
  observer: Observer | undefined,
  peer: Peer,
  act: () => Promise<void>,
): Promise<void> {
  if (observer === undefined) return act();
  const operation = { type: "connect", peer: operationPeer(observer, peer) } as const;
  return enclosed(observer, operation, act, () => {
    const { state } = peer;
    return state.state === "unavailable" ? { code: state.reason } : undefined;
  });
}

/** What the error of an operation is told as. */
export function failureIn(error: unknown): OperationFailure {
  if (!(error instanceof CodedError)) return { code: "thrown" };
  const { code, rpcCode } = error;
  return { code, ...(rpcCode === undefined ? {} : { rpcCode }) };
}

/**
 * Acts once, whatever the observer does: one that throws, does not act, or comes to no end, is told of where
 * that can be known, and changes nothing.
 */
async function enclosed<T>(
  { around, onFailure }: Observer,
  operation: Operation,
  act: () => Promise<T>,
  failureOf: (result: T) => OperationFailure | undefined = () => undefined,
): Promise<T> {
  let acting: Promise<Ended<T>> | undefined;
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const once = (): Promise<Ended<T>> => {
    acting ??= endOf(act, failureOf);
    begin();
    return acting;
  };
  const observing = async (): Promise<void> => {
    try {
      await around(operation, once);
      if (acting === undefined) onFailure("it did not act");
    } catch (cause) {
      onFailure(cause);
    }
  };
  await Promise.race([begun, observing()]);
  const ended = await once();
  if (ended.type === "error") throw ended.error;
  return ended.value;
}

async function endOf<T>(
  act: () => Promise<T>,
  failureOf: (result: T) => OperationFailure | undefined,
): Promise<Ended<T>> {
  try {
    const value = await act();
    const failure = failureOf(value);
    return failure === undefined ? { type: "value", value } : { type: "value", value, failure };
  } catch (error) {
    return { type: "error", error, failure: failureIn(error) };
  }
}

type Ended<T> =
  | { readonly type: "value"; readonly value: T; readonly failure?: OperationFailure }
  | { readonly type: "error"; readonly error: unknown; readonly failure: OperationFailure };

function requestOf(observer: Observer, asking: Asking): Operation {
  const { method, server, uri } = asking;
  const entry = entryOf(observer, asking);
  const name = server ?? entry?.peer;
  const peer = name === undefined ? undefined : observer.peer(name);
  return {
    type: "request",
    method,
    ...(peer === undefined ? {} : { peer: operationPeer(observer, peer) }),
    ...(entry === undefined ? {} : { entry }),
    ...(uri === undefined ? {} : { uri }),
  };
}

function entryOf(
  { catalogue: { tools, prompts } }: Observer,
  { tool, prompt }: Asking,
): NamedEntry | undefined {
  if (tool !== undefined) return resolve(tools.registry, tool);
  return prompt === undefined ? undefined : resolve(prompts.registry, prompt);
}

function operationPeer({ report }: Observer, peer: Peer): OperationPeer {
  const { name, transport } = peer;
  return { name, binding: transport.binding, report: () => report(peer) };
}

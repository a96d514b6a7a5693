import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, wordsOf } from "@x/wire";
import { type Flaw, quoted } from "./flaw.js";
import type { SamplingRate } from "./sampling-rate.js";

/**
 * Why a request of a server has no answer, or not the one of a handler. A closed list.
 *
 * - `invalid_result`: the `input_required` result is not one.
 * - `unknown_method`: a method that is none of elicitation, sampling and roots.
 * - `not_declared`: a method, or a part of one, that this client did not declare.
 * - `invalid_request`: a request that is not of the shape that the specification gives it.
 * - `limit_exceeded`: more than {@link INPUT_LIMITS} has room for.
 * - `rate_limited`: a server has a model asked more often than it may.
 * - `unsafe_url`: a URL that no user is to be sent to.
 * - `declined`: the user does not want the model asked.
 * - `invalid_answer`: the handler's answer does not fit what was asked; it is not sent.
 * - `handler_failed`: the handler rejected.
 * - `aborted`: the answer is not wanted any more.
 */
export type InputProblemCode =
  | "invalid_result"
  | "unknown_method"
  | "not_declared"
  | "invalid_request"
  | "limit_exceeded"
  | "rate_limited"
  | "unsafe_url"
  | "declined"
  | "invalid_answer"
  | "handler_failed"
  | "aborted";

/** One such reason. `message` is a sentence for people on this side; no server gets it. */
export interface InputProblem {
  readonly code: InputProblemCode;
  readonly message: string;
  /** Who broke a rule, or simply said no: the server is `remote`. */
  readonly fault: "local" | "remote";
  /** The JSON-RPC error that a legacy server gets. Modern servers get none: the call is not retried. */
  readonly rpcCode: number;
  /** Of the request in question. */
  readonly method?: string;
  /** What the server calls the request in its `input_required` result. */
  readonly key?: string;
  /** The field of the form where the answer does not fit, or that is malformed. */
  readonly field?: string;
  /** What is wrong with the server's own request or result, for the server to read; only where something is. */
  readonly detail?: string;
  /** What the handler rejected with, or the reason of the abort. */
  readonly cause?: unknown;
}

/** Which request a problem is about. */
export interface Subject {
  /** The name of the server's peer. */
  readonly peer: string;
  readonly method: string;
  readonly key?: string;
}

/** Legacy 2025-11-25: the user rejected a sampling request. */
const REJECTED = -1;

/** The problem of a result that is no `input_required` one. */
export function invalidResult(peer: string, detail: string): InputProblem {
  const message = `The input_required result of ${peer} is unusable: ${detail}. Only the server can mend this.`;
  return { code: "invalid_result", message, fault: "remote", rpcCode: INVALID_PARAMS, detail };
}

/** The problem of a result that asks for too much. */
export function excessiveResult(peer: string, detail: string): InputProblem {
  return { ...invalidResult(peer, detail), code: "limit_exceeded" };
}

/** The problem of a method that is not one of this package's. */
export function unknownMethod(subject: Subject): InputProblem {
  const message = `${asked(subject)}, which is nothing that a client can be asked for.`;
  return problem("unknown_method", "remote", METHOD_NOT_FOUND, message, subject);
}

/** The problem of a method that was not declared. */
export function undeclaredMethod(subject: Subject): InputProblem {
  const message = `${asked(subject)}, which this client did not declare. Give a handler for it if the server is to have it.`;
  return problem("not_declared", "remote", METHOD_NOT_FOUND, message, subject);
}

/** The problem of a request with a flaw. */
export function flawed(subject: Subject, { code, detail, field }: Flaw): InputProblem {
  const message = `${asked(subject)}, and it cannot be answered: ${detail}.`;
  const found = { ...problem(code, "remote", INVALID_PARAMS, message, subject), detail };
  return field === undefined ? found : { ...found, field };
}

/** The problem of a server that has a model asked too often. */
export function rateLimited(subject: Subject, { requests, perMs }: SamplingRate): InputProblem {
  const detail = `this client asks a model at most ${requests} times in ${perMs} ms for one server`;
  const message = `${asked(subject)} too often: ${detail}.`;
  return { ...problem("rate_limited", "remote", INTERNAL_ERROR, message, subject), detail };
}

/** The problem of a model that was not to be asked. */
export function declined(subject: Subject): InputProblem {
  const message = `${asked(subject)}, and the answer was no.`;
  return problem("declined", "local", REJECTED, message, subject);
}

/** The problem of an answer that does not fit. */
export function invalidAnswer(subject: Subject, detail: string, field?: string): InputProblem {
  const message = `${asked(subject)}, and the answer of the handler was not sent: ${detail}.`;
  const found = problem("invalid_answer", "local", INTERNAL_ERROR, message, subject);
  return field === undefined ? found : { ...found, field };
}

/** The problem of a handler that gave no answer. */
export function handlerFailed(subject: Subject, cause: unknown): InputProblem {
  const said = cause instanceof Error ? `: ${wordsOf(cause)}` : "";
  const message = `${asked(subject)}, and the handler failed${said}`;
  const found = problem("handler_failed", "local", INTERNAL_ERROR, message, subject);
  return { ...found, cause };
}

/** The problem of an answer that nobody waits for. */
export function aborted(subject: Subject, cause: unknown): InputProblem {
  const message = `${asked(subject)}, and the answer was given up.`;
  const found = problem("aborted", "local", INTERNAL_ERROR, message, subject);
  return cause === undefined ? found : { ...found, cause };
}

function problem(
  code: InputProblemCode,
  fault: InputProblem["fault"],
  rpcCode: number,
  message: string,
  { method, key }: Subject,
): InputProblem {
  const found: InputProblem = { code, message, fault, rpcCode, method };
  return key === undefined ? found : { ...found, key };
}

function asked({ peer, method, key }: Subject): string {
  const named = key === undefined ? "" : ` (${quoted(key)})`;
  const known = /^[a-z]+\/[a-zA-Z]+$/.test(method) && method.length < 40;
  return `${peer} asked for ${known ? method : quoted(method)}${named}`;
}

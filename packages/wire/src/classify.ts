import { excerpt } from "./excerpt.js";
import type { Incoming, InvalidCode } from "./incoming.js";
import { isJsonObject } from "./json-object.js";
import type {
  ErrorResponse,
  JsonObject,
  Notification,
  Request,
  RequestId,
  ResultResponse,
} from "./message.js";
import { isRequestId } from "./request-id.js";

type WithoutText<T> = T extends unknown ? Omit<T, "text"> : never;

/** What one parsed value turned out to be: {@link Incoming} before there is a frame around it. */
export type Classified = WithoutText<Exclude<Incoming, { readonly type: "too_large" }>>;

/**
 * Decides what a parsed JSON value is, by the rules of JSON-RPC 2.0 as MCP narrows them.
 *
 * The message handed on is the very value that came in: nothing is copied, unknown members stay.
 * An invalid value that has no `method`, looks like an envelope (`jsonrpc`, `result` or `error` is
 * there) and has a usable `id` is reported with that id, since it can only be meant as an answer.
 * Never throws.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#messages}
 */
export function classify(value: unknown): Classified {
  if (!isJsonObject(value)) return invalid("not_an_object", "A message must be a JSON object.");
  if (value["jsonrpc"] !== "2.0") {
    return invalidAnswer(value, "wrong_jsonrpc", 'The member "jsonrpc" must be the string "2.0".');
  }
  return value["method"] === undefined ? classifyResponse(value) : classifyCall(value);
}

function classifyCall(value: JsonObject): Classified {
  const { id, method, params } = value;
  if (typeof method !== "string" || method === "") {
    return invalid("invalid_method", 'The member "method" must be a string that is not empty.');
  }
  if (value["result"] !== undefined || value["error"] !== undefined) {
    return invalid(
      "result_and_error",
      'A message with "method" must have neither "result" nor "error".',
    );
  }
  if (id !== undefined && !isRequestId(id)) return invalid("invalid_id", INVALID_ID);
  if (params !== undefined && !isJsonObject(params)) {
    return invalid("invalid_params", 'The member "params" must be an object where it is present.');
  }
  if (id === undefined) {
    return { type: "notification", message: value as JsonObject & Notification };
  }
  return { type: "request", message: value as JsonObject & Request };
}

function classifyResponse(value: JsonObject): Classified {
  const { id, result, error } = value;
  if (!isRequestId(id)) {
    if (error !== undefined && (id === null || id === undefined)) {
      return invalid("null_id", `An error without an id: ${describeError(error)}.`);
    }
    if (id === undefined && result === undefined) return invalid("no_content", NO_CONTENT);
    return invalid("invalid_id", INVALID_ID);
  }
  if (result === undefined) {
    if (error === undefined) return invalid("no_content", NO_CONTENT, id);
    if (!isErrorObject(error)) return invalid("invalid_error", INVALID_ERROR, id);
    return { type: "response", message: value as JsonObject & ErrorResponse };
  }
  if (error !== undefined) {
    return invalid("result_and_error", 'A response must not have both "result" and "error".', id);
  }
  if (!isJsonObject(result)) {
    return invalid("invalid_result", 'The member "result" must be an object.', id);
  }
  return { type: "response", message: value as JsonObject & ResultResponse };
}

const INVALID_ID = 'The member "id" must be a string or a safe integer.';
const NO_CONTENT = 'A message must have one of "method", "result" and "error".';
const INVALID_ERROR =
  'The member "error" must be an object with an integer "code" and a string "message".';

function isErrorObject(error: unknown): boolean {
  return (
    isJsonObject(error) && Number.isInteger(error["code"]) && typeof error["message"] === "string"
  );
}

// The one thing such an error can still do is to be read by a person.
function describeError(error: unknown): string {
  if (!isJsonObject(error)) return "not an error object";
  const { code, message } = error;
  const shown = typeof message === "string" ? excerpt(message) : "no message";
  return `${typeof code === "number" ? code : "no code"}, ${JSON.stringify(shown)}`;
}

function invalidAnswer(value: JsonObject, code: InvalidCode, detail: string): Classified {
  const { id, jsonrpc, method, result, error } = value;
  const isEnvelope = jsonrpc !== undefined || result !== undefined || error !== undefined;
  if (method !== undefined || !isEnvelope || !isRequestId(id)) return invalid(code, detail);
  return invalid(code, detail, id);
}

function invalid(code: InvalidCode, detail: string, id?: RequestId): Classified {
  return id === undefined
    ? { type: "invalid", code, detail }
    : { type: "invalid", code, detail, id };
}

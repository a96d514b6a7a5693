import type { ExchangeOutcome } from "@x/connection";
import { type InvalidCode, isJsonObject } from "@x/wire";

/**
 * What it means that an official transport rejected the sending of a request: the endpoint answered
 * with a bare HTTP status, could not be reached, or (`unusable`) answered what is no message.
 */
export type SendFailure =
  | Extract<ExchangeOutcome, { readonly type: "http_status" | "unreachable" }>
  | { readonly type: "unusable"; readonly code: InvalidCode; readonly detail: string };

/** Reads the error of a rejected `send`, whichever of the official packages threw it. */
export function sendFailure(thrown: unknown): SendFailure {
  const status = httpStatus(thrown);
  if (status !== undefined) {
    const text = memberOf(memberOf(thrown, "data"), "text");
    const body = typeof text === "string" ? text : "";
    return { type: "http_status", status, headers: {}, body };
  }
  const code = unusableFrame(thrown);
  return code === undefined
    ? { type: "unreachable", code: codeOf(thrown), message: messageOf(thrown) }
    : { type: "unusable", code, detail: messageOf(thrown) };
}

/**
 * Why an official transport could not read a frame, where that is what its error says. It does not
 * tell which rule of JSON-RPC its schema found broken, so every such frame is `wrong_jsonrpc`.
 */
export function unusableFrame(error: unknown): InvalidCode | undefined {
  const name = memberOf(error, "name");
  if (name === "SyntaxError") return "not_json";
  if (name === "ZodError" || name === "$ZodError") return "wrong_jsonrpc";
  return memberOf(error, "code") === "CLIENT_HTTP_UNEXPECTED_CONTENT" ? "not_json" : undefined;
}

/** The platform's own code of an error, or of what caused it; else its name. */
export function codeOf(error: unknown): string {
  for (const one of [error, memberOf(error, "cause")]) {
    const code = memberOf(one, "code");
    if (typeof code === "string") return code;
  }
  return error instanceof Error ? error.name : "UNKNOWN";
}

/** The sentence of an error, with that of its cause where there is one: `fetch failed` says little. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

const STATUS_OF_NAME: ReadonlyMap<unknown, number> = /* @__PURE__ */ new Map([
  ["UnauthorizedError", 401],
  ["InsufficientScopeError", 403],
]);

/** Version 2 keeps the status in `data`, version 1 in `code`; both have errors that stand for one. */
function httpStatus(error: unknown): number | undefined {
  const inData = memberOf(memberOf(error, "data"), "status");
  for (const status of [inData, memberOf(error, "code")]) {
    if (typeof status === "number" && status >= 100 && status <= 599) return status;
  }
  const className = error instanceof Error ? error.constructor.name : undefined;
  return STATUS_OF_NAME.get(memberOf(error, "name")) ?? STATUS_OF_NAME.get(className);
}

function memberOf(value: unknown, key: string): unknown {
  return isJsonObject(value) ? value[key] : undefined;
}

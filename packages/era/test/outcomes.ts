import type { ExchangeOutcome } from "@x/connection";
import type { ErrorObject } from "@x/wire";

const FAULT = { code: "wrong_jsonrpc", message: "Not a message." } as const;
const STATUS = { type: "http_status", headers: {}, body: "" } as const;

/** The outcome of a request that was answered with an error. */
export function failed(error: ErrorObject): ExchangeOutcome {
  return { type: "response", size: 0, response: { jsonrpc: "2.0", id: 1, error } };
}

/** The outcome of a request that was answered with a result. */
export function succeeded(result: { readonly [key: string]: unknown }): ExchangeOutcome {
  return { type: "response", size: 0, response: { jsonrpc: "2.0", id: 1, result } };
}

/** Outcomes of a probe that are no modern evidence, and no legacy evidence either. */
export const AMBIGUOUS: readonly [string, ExchangeOutcome][] = [
  ...[-32601, -32602, -32603, -32000, -32001, 0, -32700, -32002, -32042, -32019, -32023].map(
    (code): [string, ExchangeOutcome] => [`error ${code}`, failed({ code, message: "no" })],
  ),
  ["an empty result", succeeded({})],
  ["a time-out", { type: "timed_out", limit: "total", afterMs: 5000 }],
  ["a close", { type: "closed", written: true, reason: { type: "ended", message: "Over." } }],
  ["a malformed reply", { type: "malformed", fault: FAULT }],
  ["a reply over the limit", { type: "too_large", limitBytes: 1, sizeBytes: 2 }],
  ["a stream without an answer", { type: "stream_ended", message: "Over." }],
  ["a cancellation", { type: "cancelled_by_server", reason: undefined }],
  ["HTTP 200 with HTML", { ...STATUS, status: 200, body: "<html>" }],
  ["HTTP 202 without a body", { ...STATUS, status: 202 }],
  ...[400, 402, 404, 405, 406, 415, 500, 502, 503].map((status): [string, ExchangeOutcome] => [
    `HTTP ${status}`,
    { ...STATUS, status },
  ]),
];

/** Outcomes of a probe that say nothing about an era, each with the reason that is surfaced. */
export const NOT_EVIDENCE: readonly [string, ExchangeOutcome, string][] = [
  ["HTTP 401", { ...STATUS, status: 401 }, "unauthorized"],
  ["HTTP 403", { ...STATUS, status: 403 }, "forbidden"],
  ["HTTP 407", { ...STATUS, status: 407 }, "proxy_authentication_required"],
  ["HTTP 429", { ...STATUS, status: 429 }, "rate_limited"],
  ["HTTP 301", { ...STATUS, status: 301 }, "redirected"],
  ["HTTP 308", { ...STATUS, status: 308 }, "redirected"],
  ["unreachable", { type: "unreachable", code: "ECONNREFUSED", message: "No." }, "unreachable"],
  ["aborted", { type: "aborted", reason: undefined }, "aborted"],
  [
    "closed from this side",
    { type: "closed", written: true, reason: { type: "local", message: "Closed." } },
    "aborted",
  ],
];

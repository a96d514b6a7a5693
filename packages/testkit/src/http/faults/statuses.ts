import { METHOD_NOT_FOUND, UNSUPPORTED_PROTOCOL_VERSION } from "@x/wire";
import type { HttpBehaviour, ReceivedRequest } from "../received-request.js";
import { httpReply } from "./http-reply.js";

const TEXT = { "content-type": "text/plain" };
const JSON_TYPE = { "content-type": "application/json" };
const CHALLENGE = 'Bearer resource_metadata="http://127.0.0.1/.well-known/x", scope="tools"';

/** Names of {@link STATUSES}. */
export type StatusFault =
  | "html_200"
  | "empty_200"
  | "json_200"
  | "empty_202"
  | "text_400"
  | "unauthorized_401"
  | "unauthorized_401_rpc"
  | "forbidden_403"
  | "text_404"
  | "text_405"
  | "text_406"
  | "proxy_407"
  | "limited_429"
  | "text_500"
  | "unsupported_400_rpc"
  | "unknown_method_404_rpc";

/** Replies that are no answer, by status; and JSON-RPC errors in replies of another status than 200. */
export const STATUSES: { readonly [Name in StatusFault]: HttpBehaviour } = {
  html_200: httpReply({
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: "<!doctype html><title>Sign in</title>",
  }),
  empty_200: httpReply({ status: 200 }),
  json_200: httpReply({ status: 200, headers: JSON_TYPE, body: "{}" }),
  empty_202: httpReply({ status: 202 }),
  text_400: httpReply({ status: 400, headers: TEXT, body: "Bad Request: Server not initialized" }),
  unauthorized_401: httpReply({ status: 401, headers: { "www-authenticate": CHALLENGE } }),
  unauthorized_401_rpc: httpReply({
    status: 401,
    headers: { "www-authenticate": CHALLENGE, ...JSON_TYPE },
    body: unsupported,
  }),
  forbidden_403: httpReply({ status: 403, headers: TEXT, body: "Forbidden" }),
  text_404: httpReply({ status: 404, headers: TEXT, body: "Not Found" }),
  text_405: httpReply({ status: 405, headers: { allow: "POST", ...TEXT }, body: "Not allowed" }),
  text_406: httpReply({ status: 406, headers: TEXT, body: "Not Acceptable" }),
  proxy_407: httpReply({
    status: 407,
    headers: { "proxy-authenticate": 'Basic realm="proxy"', ...TEXT },
    body: "Proxy authentication required",
  }),
  limited_429: httpReply({ status: 429, headers: { "retry-after": "1" } }),
  text_500: httpReply({ status: 500, headers: TEXT, body: "Internal Server Error" }),
  unsupported_400_rpc: httpReply({ status: 400, headers: JSON_TYPE, body: unsupported }),
  unknown_method_404_rpc: httpReply({ status: 404, headers: JSON_TYPE, body: unknownMethod }),
};

/** What only a modern server says. */
function unsupported(request: ReceivedRequest): string {
  const data = { supported: ["2026-07-28"], requested: "2025-11-25" };
  const message = "Unsupported protocol version";
  return errorBody(request, { code: UNSUPPORTED_PROTOCOL_VERSION, message, data });
}

function unknownMethod(request: ReceivedRequest): string {
  return errorBody(request, { code: METHOD_NOT_FOUND, message: "Method not found" });
}

function errorBody({ message }: ReceivedRequest, error: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: message?.["id"] ?? null, error });
}

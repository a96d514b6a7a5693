import type { Attributes } from "@opentelemetry/api";
import type { Ending, Operation, OperationFailure, PeerReport } from "@x/client";
import { whereOf } from "./where.js";

/** What is known of an operation before it begins: its own words and the host's, and no argument. */
export function attributesAtStart(operation: Operation): Attributes {
  const { peer } = operation;
  return {
    ...(operation.type === "request" ? requestAttributes(operation) : {}),
    ...(peer === undefined ? {} : { "x_mcp.peer": peer.name, ...whereOf(peer.binding) }),
  };
}

/** What is known of it at its end: how its server is spoken to, and what it failed with, if it did. */
export function attributesAtEnd({ type, peer }: Operation, { failure }: Ending): Attributes {
  return {
    ...(peer === undefined ? {} : standing(peer.report(), type)),
    ...(failure === undefined
      ? {}
      : { "error.type": errorType(failure), "x_mcp.error": failure.code }),
  };
}

/** What is fine for one span, and would make too many series of a metric; no URI unless it is wanted. */
export function spanAttributes(
  operation: Operation,
  { resourceUris = false }: { readonly resourceUris?: boolean },
): Attributes {
  if (operation.type === "connect") return {};
  const { entry, uri } = operation;
  return {
    ...(entry === undefined ? {} : { "x_mcp.local_name": entry.local }),
    ...(uri === undefined || !resourceUris ? {} : { "mcp.resource.uri": uri }),
  };
}

/** The span's name: the method, and the tool or prompt where somebody has it. */
export function spanName(operation: Operation): string {
  if (operation.type === "connect") return "connect";
  const { method, entry } = operation;
  return entry === undefined || !hasTarget(method) ? method : `${method} ${entry.canonical}`;
}

function standing({ era, revision, reason }: PeerReport, type: Operation["type"]): Attributes {
  return {
    "x_mcp.era": era,
    ...(revision === null ? {} : { "mcp.protocol.version": revision }),
    ...(type === "request" || reason === null ? {} : { "x_mcp.reason": reason }),
  };
}

type RequestOperation = Extract<Operation, { type: "request" }>;

function requestAttributes({ method, entry }: RequestOperation): Attributes {
  return {
    "mcp.method.name": method,
    ...(method === "tools/call" ? { "gen_ai.operation.name": "execute_tool" } : {}),
    ...(entry === undefined
      ? {}
      : {
          [method === "tools/call" ? "gen_ai.tool.name" : "gen_ai.prompt.name"]: entry.canonical,
        }),
  };
}

function hasTarget(method: string): boolean {
  return method === "tools/call" || method === "prompts/get";
}

/**
 * The server's own code where it is one that JSON-RPC reserves: of others a server could make as many as
 * it likes, and each would be a series of its own.
 */
function errorType({ code, rpcCode }: OperationFailure): string {
  if (rpcCode !== undefined && rpcCode >= -32768 && rpcCode <= -32000) return String(rpcCode);
  return code === "thrown" ? "_OTHER" : code;
}

import type { Connection, ExchangeOptions } from "@x/connection";
import {
  discoverRequest,
  initializedNotification,
  initializeRequest,
  type JsonObject,
  type StampContext,
  stamp,
} from "@x/wire";

export const plain: ExchangeOptions = { totalMs: 1000, onAbandon: "cancel" };

export const MODERN = {
  era: "modern",
  revision: "2026-07-28",
  capabilities: {},
  clientInfo: { name: "test", version: "1.0.0" },
} as const;

export const LEGACY = { era: "legacy", revision: "2025-11-25" } as const;

/** Discovers by hand, as a modern server has to answer it, and settles the era. */
export async function discover(connection: Connection): Promise<JsonObject> {
  const found = await answer(connection, discoverRequest(connection.ids.next(), MODERN));
  connection.settle(MODERN);
  return found;
}

/** Initializes by hand, as a legacy server has to answer it, and settles the era. */
export async function initialize(connection: Connection): Promise<JsonObject> {
  const request = initializeRequest(connection.ids.next(), {
    revision: LEGACY.revision,
    capabilities: { elicitation: {} },
    clientInfo: MODERN.clientInfo,
  });
  const initialized = await answer(connection, request);
  connection.settle(LEGACY);
  await connection.notify(initializedNotification());
  return initialized;
}

/** Calls a tool, asking for its progress, and gives the result. */
export function callTool(
  connection: Connection,
  context: StampContext,
  name: string,
  args: JsonObject = {},
  options: Partial<ExchangeOptions> = {},
): Promise<JsonObject> {
  const id = connection.ids.next();
  const unstamped = { id, method: "tools/call", params: { name, arguments: args } };
  const request = stamp(unstamped, context, { progressToken: id });
  return answer(connection, request, { ...plain, ...options });
}

async function answer(
  connection: Connection,
  request: Parameters<Connection["exchange"]>[0],
  options: ExchangeOptions = plain,
): Promise<JsonObject> {
  const outcome = await connection.exchange(request, options);
  if (outcome.type === "response" && "result" in outcome.response) return outcome.response.result;
  throw new Error(`${request.method} ended with ${JSON.stringify(outcome)}`);
}

import {
  type Connection,
  type Era,
  type ExchangeOutcome,
  type Fault,
  ManualClock,
} from "@x/connection";
import type { JsonObject, Notification, Response } from "@x/wire";
import { parseTranscript, type ScriptedTransport, scriptedTransport } from "../../src/index.js";

/** An open connection to a peer in memory, and what was heard of it. */
export interface Talk {
  readonly transport: ScriptedTransport;
  readonly connection: Connection;
  readonly clock: ManualClock;
  readonly faults: readonly Fault[];
  readonly notifications: readonly Notification[];
  readonly late: readonly (Response | Notification)[];
  ask(method: string, params?: JsonObject): Promise<ExchangeOutcome>;
  /** Lets everything arrive that needs no time. */
  arrived(): Promise<void>;
}

export const MODERN: Era = { era: "modern", revision: "2026-07-28" };
export const LEGACY: Era = { era: "legacy", revision: "2025-11-25" };

/** Opens a case by its name, or a transcript by its text. */
export async function talk(source: string | ScriptedTransport, era?: Era): Promise<Talk> {
  const transport = typeof source === "string" ? scripted(source) : source;
  const clock = new ManualClock();
  const connection = await transport.open({ clock });
  if (connection.type === "open_failure") throw new Error(connection.message);
  const faults: Fault[] = [];
  const notifications: Notification[] = [];
  const late: (Response | Notification)[] = [];
  connection.on({
    fault: (fault) => faults.push(fault),
    notification: (notification) => notifications.push(notification),
    late: (message) => late.push(message),
  });
  if (era !== undefined) connection.settle(era);
  return {
    transport,
    connection,
    clock,
    faults,
    notifications,
    late,
    ask: (method, params = {}) =>
      connection.exchange(
        { jsonrpc: "2.0", id: connection.ids.next(), method, params },
        { totalMs: 60_000, onAbandon: "cancel" },
      ),
    arrived: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

function scripted(source: string): ScriptedTransport {
  return scriptedTransport(source.includes("\n") ? parseTranscript(source) : source);
}

/** What came back, as a short text: `result`, an error's code, or how the exchange ended. */
export function kindOf(outcome: ExchangeOutcome): string | number {
  if (outcome.type !== "response") return outcome.type;
  return "error" in outcome.response ? outcome.response.error.code : "result";
}

/** The result in an outcome that has one. */
export function resultOf(outcome: ExchangeOutcome): JsonObject {
  if (outcome.type === "response" && "result" in outcome.response) return outcome.response.result;
  throw new Error(`There is no result in ${JSON.stringify(outcome)}.`);
}

/** The names of the tools in a list. */
export function toolNames(outcome: ExchangeOutcome): readonly unknown[] {
  const { tools } = resultOf(outcome) as { readonly tools: readonly { readonly name?: unknown }[] };
  return tools.map(({ name }) => name);
}

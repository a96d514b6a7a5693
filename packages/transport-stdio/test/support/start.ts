import { join } from "node:path";
import {
  type Clock,
  type Connection,
  clockFrom,
  type ExchangeOutcome,
  ManualClock,
} from "@x/connection";
import { groupMembers } from "@x/testkit";
import type { JsonObject } from "@x/wire";
import { expect, onTestFinished } from "vitest";
import { type StdioOptions, stdioTransport } from "../../src/index.js";
import { advanceUntil } from "./advance-until.js";

/** A running server, and what a test looks at. */
export interface Started {
  readonly connection: Connection;
  readonly pid: number;
  /** All that came on stderr so far. */
  stderr(): string;
  /** Settles when `text` has come on stderr. */
  said(text: string): Promise<void>;
}

export interface StartOptions extends Partial<StdioOptions> {
  readonly clock?: Clock;
}

export const realClock: Clock = clockFrom(globalThis);

/** The command line of a fixture. */
export function fixture(
  name: string,
  ...args: readonly string[]
): Pick<StdioOptions, "command"> & {
  readonly args: readonly string[];
} {
  const file = join(import.meta.dirname, "..", "fixtures", `${name}.mjs`);
  return { command: process.execPath, args: [file, ...args] };
}

/** Starts a server, and has the test fail if a process of its group outlives the connection. */
export async function start(
  command: Pick<StdioOptions, "command" | "args">,
  { clock = realClock, ...options }: StartOptions = {},
): Promise<Started> {
  const stderr = new Collected();
  let pid = 0;
  const transport = stdioTransport({
    ...command,
    stopTimeouts: { stdinMs: 100, termMs: 200 },
    ...options,
    onStderr: (text) => stderr.add(text),
    onSpawn: (spawned) => {
      pid = spawned;
    },
  });
  const connection = await transport.open({ clock });
  if (connection.type === "open_failure") throw new Error(connection.message);
  onTestFinished(async () => {
    const closed = connection.close();
    if (clock instanceof ManualClock) await advanceUntil(clock, closed);
    await closed;
    expect(groupMembers(pid)).toEqual([]);
  });
  return {
    connection,
    pid,
    stderr: () => stderr.text,
    said: (text) => stderr.until(text),
  };
}

/** One request that may take as long as a test may. */
export function request(
  connection: Connection,
  method: string,
  params: { readonly [key: string]: unknown } = {},
): Promise<ExchangeOutcome> {
  const message = { jsonrpc: "2.0", id: connection.ids.next(), method, params } as const;
  return connection.exchange(message, { totalMs: 10_000, onAbandon: "cancel" });
}

/** The result in an outcome that has one. */
export function resultOf(outcome: ExchangeOutcome): JsonObject {
  if (outcome.type === "response" && "result" in outcome.response) return outcome.response.result;
  throw new Error(`There is no result in ${JSON.stringify(outcome)}.`);
}

class Collected {
  text = "";
  readonly #waiting = new Set<{ readonly text: string; readonly found: () => void }>();

  add(text: string): void {
    this.text += text;
    for (const one of this.#waiting) {
      if (!this.text.includes(one.text)) continue;
      this.#waiting.delete(one);
      one.found();
    }
  }

  until(text: string): Promise<void> {
    if (this.text.includes(text)) return Promise.resolve();
    return new Promise((found) => this.#waiting.add({ text, found }));
  }
}

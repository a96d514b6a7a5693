import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@x/client";
import type { Entry } from "./ending.js";
import type { Ledger } from "./ledger.js";
import { type Random, randomFrom } from "./random.js";

/** The longest time of a call, in milliseconds: shorter than a server stands still. */
const LONGEST_CALL_MS = 2_500;

/** So many calls are under way at once, most of the time. */
const CALLERS = 32;

/** Calls all tools of a client, all the time. */
export class Load {
  readonly #client: Client;
  readonly #ledger: Ledger;
  readonly #seed: number;
  #over = false;
  #callers: Promise<unknown> = Promise.resolve();

  constructor(client: Client, ledger: Ledger, seed: number) {
    this.#client = client;
    this.#ledger = ledger;
    this.#seed = seed;
  }

  start(): void {
    const callers = Array.from({ length: CALLERS }, (_, caller) =>
      this.#caller(randomFrom(this.#seed, 1 + caller)),
    );
    this.#callers = Promise.all(callers);
  }

  /** Makes no more calls; settles when those under way have. */
  async stop(): Promise<void> {
    this.#over = true;
    await this.#callers;
  }

  async #caller(random: Random): Promise<void> {
    while (!this.#over) {
      const { tools } = this.#client;
      const peer = random.pick([...new Set(tools.map((entry) => entry.peer))]);
      const entry = random.pick(tools.filter((one) => one.peer === peer));
      if (random.chance(0.1)) await this.#abortedCall(entry, random);
      else await this.#call(entry, random);
      await delay(random.between(20, 120));
    }
  }

  async #abortedCall(entry: Entry, random: Random): Promise<void> {
    const abort = new AbortController();
    // Some before anything is sent.
    const timer = setTimeout(() => abort.abort(), random.pick([0, 1, 20, 300]));
    await this.#call(entry, random, abort.signal);
    clearTimeout(timer);
  }

  async #call(entry: Entry, random: Random, signal?: AbortSignal): Promise<void> {
    const nonce = this.#ledger.nonce(entry);
    const totalMs = random.pick([LONGEST_CALL_MS, LONGEST_CALL_MS, 1_500, 600]);
    const whenUnavailable = random.chance(0.3) ? "wait" : "fail";
    const args = { nonce, ...manner(random) };
    const options = {
      totalMs,
      whenUnavailable,
      ...(signal === undefined ? {} : { signal }),
    } as const;
    const made = { entry, nonce, totalMs, ...(signal === undefined ? {} : { signal }) };
    await this.#ledger.follow(made, this.#client.callTool(entry.canonical, args, options));
  }
}

/** Most calls are answered at once, some slowly, beyond their deadline too, and some never. */
function manner(random: Random): object {
  if (random.chance(0.85)) return {};
  if (random.chance(0.2)) return { behave: "silent" };
  return { behave: "slow", ms: random.pick([50, 400, 1_000, 3_000]) };
}

import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@x/client";
import { toolDifferences } from "./present-tools.js";
import type { Cast } from "./storm.js";

/** A peer that has failed often waits for up to half a minute; then it has to start. */
const BACK_MS = 90_000;
const CALM_CALL_MS = 30_000;
/** Calls that are under way when the client is closed. */
const LEFT_CALLS = 20;

/** Of which servers the client knows the tools by itself in the end; the others are reconnected first. */
export interface Expected {
  /** Of modern ones, which tell of changes on a stream that has to be asked for. */
  readonly modernListChanges: boolean;
  /**
   * Of legacy ones over HTTP: also what changed while their stream was broken, and where the list broke
   * off that was to be read anew.
   */
  readonly missedListChanges: boolean;
}

/** Nobody does anything to anybody any more: all is as the servers have it, and all works. */
export async function calm(cast: Cast, expected: Expected): Promise<void> {
  const { client, fleet, findings } = cast;
  findings.look("everybody comes back", await absent(client));
  for (const { name, era, carrier } of fleet.servers) {
    const isKnown =
      era === "modern"
        ? expected.modernListChanges
        : carrier === "stdio" || expected.missedListChanges;
    if (!isKnown) await client.reconnect(name);
  }
  findings.look("the tools are those of the servers", await toolDifferences(client, fleet));
  await everyToolAnswers(cast);
}

async function absent(client: Client): Promise<readonly string[]> {
  const until = performance.now() + BACK_MS;
  for (;;) {
    const away = client.peers.filter(({ state }) => state !== "ready");
    if (away.length === 0 || performance.now() > until) {
      return away.map(({ name, state, message }) => `${name} is ${state}: ${message}`);
    }
    await delay(100);
  }
}

async function everyToolAnswers({ client, ledger, findings }: Cast): Promise<void> {
  const rule = "every tool answers in the end";
  findings.checked(rule);
  for (const entry of client.tools) {
    const nonce = ledger.nonce(entry);
    const options = { totalMs: CALM_CALL_MS, whenUnavailable: "wait" } as const;
    const call = client.callTool(entry.canonical, { nonce }, options);
    const ending = await ledger.follow({ entry, nonce, totalMs: CALM_CALL_MS }, call);
    if (ending !== "answered") findings.wrong(rule, `${entry.canonical}: ${ending}`);
  }
}

/** Closes the client during calls that nobody answers, one of its processes standing still. */
export async function closing({ client, fleet, ledger, findings }: Cast): Promise<void> {
  const { tools } = client;
  const stopped = fleet.servers.find(({ carrier }) => carrier === "stdio")?.name ?? "";
  const endings = Array.from({ length: LEFT_CALLS }, (_, index) => {
    const entry = tools[index % tools.length];
    if (entry === undefined) return "no tool";
    const nonce = ledger.nonce(entry);
    const args = { nonce, behave: "silent" };
    const totalMs = 2 * CALM_CALL_MS;
    return ledger.follow(
      { entry, nonce, totalMs },
      client.callTool(entry.canonical, args, { totalMs }),
    );
  });
  await delay(100);
  fleet.signal(fleet.instances(stopped).at(-1) ?? Number.NaN, "SIGSTOP");
  await client.close();
  findings.look("no process is left", fleet.alive("stdio").map(String));
  const ended = await Promise.race([Promise.all(endings), delay(1_000, ["not at all"])]);
  findings.look(
    "closing settles what is pending",
    ended.filter((ending) => ending !== "connection_closed").map((ending) => `settled ${ending}`),
  );
}

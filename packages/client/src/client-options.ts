import type { Clock, TapEvent } from "@x/connection";
import type { InputAnswers } from "@x/input";
import type { CollisionPolicy } from "@x/registry";
import type { Checks, Guard } from "@x/router";
import type { Implementation, JsonObject, TraceContext } from "@x/wire";
import type { Around } from "./operation.js";
import type { CacheOptions } from "./peer-lists.js";
import type { WireEvent } from "./wire-event.js";

/**
 * What a client is made with. Times in milliseconds.
 *
 * Results and arguments are checked by whatever is handed in for that:
 *
 * ```ts
 * import { Client } from "@x/client";
 * import { memoryTransport } from "@x/connection";
 * import { workerValidator } from "@x/validate";
 *
 * const weather = memoryTransport((peer) => {
 *   peer.onFrame((frame) => {
 *     const { id, method } = JSON.parse(frame);
 *     const outputSchema = { type: "object", properties: { celsius: { type: "number" } } };
 *     const results = {
 *       "server/discover": { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
 *       "tools/list": { tools: [{ name: "now", inputSchema: { type: "object" }, outputSchema }] },
 *       "tools/call": { content: [], structuredContent: { celsius: "warm" } },
 *     };
 *     const result = { resultType: "complete", ...results[method as keyof typeof results] };
 *     peer.send({ jsonrpc: "2.0", id, result });
 *   });
 * });
 *
 * const validator = workerValidator();
 * const clientInfo = { name: "example", version: "1.0.0" };
 * // `{ check: validator.check, arguments: true }` checks arguments too.
 * const client = new Client({ clientInfo, checks: validator });
 * client.addServer("weather", weather);
 * await client.connect();
 * await client.callTool("now").catch(({ code, message }) => console.log(`${code}: ${message}`));
 * await client.close();
 * await validator.close();
 * // => invalid_result: "now" of weather returned a result that is not valid: its structuredContent is not as the tool's output schema says: /celsius must be number. Its server has to be mended.
 * ```
 */
export interface ClientOptions {
  /** Name and version of the host, as servers see them. */
  readonly clientInfo: Implementation;
  /** What happens where two servers have a tool of the same name. Default `prefix`. */
  readonly collision?: CollisionPolicy;
  /** How many peers are brought up at once, endpoints of HTTP not counted. Default 16. */
  readonly maxConnecting?: number;
  /** For each page of a list. Default 30,000. */
  readonly listTimeoutMs?: number;
  /** From 0 to 1, for the jitter of pauses. Default `Math.random`. */
  readonly random?: () => number;
  /**
   * Whether servers that tell of changes to their lists are listened to, and their lists read anew then.
   * Default `true`; a host that asks once and ends has no use for it.
   */
  readonly followChanges?: boolean;
  /**
   * Answers what servers ask for, in calls and, legacy ones, by requests of their own: `inputAnswers` of
   * `@x/input`, with the host's handlers. What has a handler is declared to every server, and nothing
   * else. Default: none.
   */
  readonly input?: InputAnswers;
  /**
   * Extensions that the host can do, by identifier, each with its settings (`{}` for none): declared to every
   * server, from the first message on. What a server has of them is in its report. Default: none.
   */
  readonly extensions?: { readonly [id: string]: JsonObject };
  /** For the answers to what one call asks for at a time. Default 600,000. */
  readonly inputMs?: number;
  /** How often one call may be asked for input. Default 10. */
  readonly maxRounds?: number;
  /**
   * Checks results, and arguments where that is wanted, by the schemas of their tools: a validator of
   * `@x/validate` as it is, or what is made of its `check`. A check is waited for no longer than its call may
   * take. Default: nothing is checked.
   */
  readonly checks?: Checks;
  /** Decides about every call of a tool before anything of it is sent. Default: all are allowed. */
  readonly guard?: Guard;
  /**
   * Where what is sent now belongs in a distributed trace. What it throws, and what W3C does not allow of
   * what it gives, is told as `observer_failed` and left out.
   */
  readonly trace?: () => TraceContext | undefined;
  /**
   * Goes around what is asked of servers and around their bring-up, such as for a trace. What is given
   * from the cache is no operation. Costs nothing where it is not given.
   */
  readonly around?: Around;
  /** How lists and resources are remembered. Default: in memory, and nothing stale is ever given. */
  readonly cache?: CacheOptions;
  /**
   * Takes what must not be shown out of a text of `Client.snapshot` and `onWire`; a host that knows secrets
   * gives it. Default: nothing is taken out but what is never in a snapshot.
   */
  readonly redact?: (text: string) => string;
  /** Default: the platform's timers. */
  readonly clock?: Clock;
  /**
   * Sees every frame of every peer, as it is: what is secret is still in it. `connection` counts the
   * connections of the peer, from 1. Costs nothing where it is not given.
   */
  readonly onTap?: (peer: string, event: TapEvent, connection: number) => void;
  /**
   * Sees every frame of every peer, parsed, with `redact` applied to each text, number and name of a member
   * in it, however deep. Costs nothing where it is not given; where it is, each frame is parsed once more.
   */
  readonly onWire?: (event: WireEvent) => void;
}

/** How long `connect()` waits for those that are late. */
export interface ConnectOptions {
  /** After this, in milliseconds, late peers are reported as `connecting` and go on. Default: wait for all. */
  readonly timeoutMs?: number;
}

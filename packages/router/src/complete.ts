import { isJsonObject, type JsonObject } from "@x/wire";
import type { CallOptions } from "./call-options.js";
import { type PromptOutcome, promptNamed } from "./get-prompt.js";
import { type RequestOutcome, requestPeer } from "./request-peer.js";
import type { Routes } from "./routes.js";

/** Whose argument is completed: that of a prompt by canonical name, or of a peer's resource template. */
export type CompletionSubject =
  | { readonly prompt: string }
  | { readonly peer: string; readonly uriTemplate: string };

/** What is typed so far. */
export interface CompletionArgument {
  readonly name: string;
  readonly value: string;
  /** Arguments that have been filled in already. */
  readonly known?: { readonly [name: string]: string };
}

/** Values that an argument could have, the most relevant first; at most 100. */
export interface Completion {
  readonly values: readonly string[];
  /** How many there are, where the server says so. */
  readonly total?: number;
  readonly hasMore: boolean;
}

/** How the request for a completion ended. */
export type CompletionOutcome =
  | RequestOutcome<Completion>
  | Extract<PromptOutcome, { readonly type: "unknown_prompt" }>;

/**
 * Asks what an argument could be.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion}
 *
 * @throws as {@link requestPeer} does.
 */
export function complete(
  routes: Routes,
  subject: CompletionSubject,
  { name, value, known }: CompletionArgument,
  options?: CallOptions,
): Promise<CompletionOutcome> {
  const argument = { name, value };
  const context = known === undefined ? {} : { context: { arguments: known } };
  const ask = (peer: string, ref: JsonObject): Promise<CompletionOutcome> =>
    requestPeer(
      routes,
      {
        peer,
        method: "completion/complete",
        params: { ref, argument, ...context },
        needs: "completions",
        isRead: true,
        check: completion,
      },
      options,
    );
  if (!("prompt" in subject)) {
    return ask(subject.peer, { type: "ref/resource", uri: subject.uriTemplate });
  }
  const entry = promptNamed(routes, subject.prompt);
  return "type" in entry
    ? Promise.resolve(entry)
    : ask(entry.peer, { type: "ref/prompt", name: entry.local });
}

/** The most values that are taken; the specification allows no more. */
const MAX_VALUES = 100;

function completion(result: JsonObject): Completion | string {
  const given = result["completion"];
  if (!isJsonObject(given)) return "its completion is not an object";
  const { values, total, hasMore } = given;
  if (!Array.isArray(values) || values.some((value) => typeof value !== "string")) {
    return "its completion.values are not an array of strings";
  }
  const isTotal = typeof total === "number" && Number.isInteger(total) && total >= 0;
  return {
    values: values.slice(0, MAX_VALUES),
    ...(isTotal ? { total } : {}),
    hasMore: hasMore === true || values.length > MAX_VALUES,
  };
}

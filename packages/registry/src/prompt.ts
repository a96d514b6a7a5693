import { isJsonObject, type JsonObject } from "@x/wire";
import { isAbsent, type OwnFlaw } from "./flaw.js";

/**
 * A prompt as its server described it: the server's own object, not a copy. What is not named here is
 * kept and unchecked; nothing in it is nested more than 512 levels deep, the prompt itself being the
 * first. `null` where a member may be absent is tolerated, because servers write it.
 *
 * Everything in it is the server's claim
 * ({@link https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#prompt specification, "Prompt"}).
 */
export interface Prompt {
  /** The local name: what the wire carries. A user is shown the entry's canonical name instead. */
  readonly name: string;
  readonly title?: string | null;
  readonly description?: string | null;
  /** No two of one name. */
  readonly arguments?: readonly PromptArgument[] | null;
  readonly icons?: readonly unknown[] | null;
  readonly _meta?: JsonObject | null;
  readonly [key: string]: unknown;
}

/** An argument that a prompt takes. Its values are strings. */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string | null;
  readonly description?: string | null;
  /** Whether there is no prompt without it. Absent is `false`. */
  readonly required?: boolean | null;
  readonly [key: string]: unknown;
}

/**
 * Why an object is not a {@link Prompt}, as far as only prompts are like that; nothing where it is one.
 */
export function promptFlaw(value: JsonObject): OwnFlaw | undefined {
  const detail = argumentsDetail(value["arguments"]);
  return detail === undefined ? undefined : { reason: "arguments_invalid", detail };
}

function argumentsDetail(all: unknown): string | undefined {
  if (isAbsent(all)) {
    return undefined;
  }
  if (!Array.isArray(all)) {
    return "its arguments are not an array";
  }
  const positions = new Map<unknown, number>();
  for (const [at, argument] of all.entries()) {
    const detail = argumentDetail(argument);
    if (detail !== undefined) {
      return `its arguments[${at}] ${detail}`;
    }
    const namesake = positions.get(argument.name);
    if (namesake !== undefined) {
      return `its arguments[${namesake}] and arguments[${at}] have the same name`;
    }
    positions.set(argument.name, at);
  }
  return undefined;
}

function argumentDetail(argument: unknown): string | undefined {
  if (!isJsonObject(argument)) {
    return "is not an object";
  }
  const { name, title, description, required } = argument;
  if (typeof name !== "string") {
    return name === undefined ? "has no name" : "has a name that is not a string";
  }
  if (typeof title !== "string" && !isAbsent(title)) {
    return "has a title that is not a string";
  }
  if (typeof description !== "string" && !isAbsent(description)) {
    return "has a description that is not a string";
  }
  return typeof required === "boolean" || isAbsent(required)
    ? undefined
    : "does not say with a boolean whether it is required";
}

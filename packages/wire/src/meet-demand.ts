import type { ClientCapabilities } from "./capabilities.js";
import { isJsonObject } from "./json-object.js";
import type { JsonObject } from "./message.js";

/** What a server's demand for capabilities (`-32021`) comes to. */
export interface DemandMet {
  /** What it demands and this side cannot declare, as dotted paths (`elicitation.url`), in its order. */
  readonly missing: readonly string[];
  /** What to declare instead; `undefined` where there is nothing to try. */
  readonly retryWith: ClientCapabilities | undefined;
}

/**
 * Finds what to declare so that a server has all that it demands.
 *
 * `declared` is what the refused request declared, `declarable` what this side can do beyond it. Nothing
 * is declared that is not demanded; where a whole capability is (`{}`), all that is declarable of it
 * belongs to it. Where something is missing, or all was declared already, there is nothing to try.
 * Nothing given is changed, and the demand is looked into no deeper than what it is compared with.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror}
 */
export function meetDemand(
  declared: ClientCapabilities,
  declarable: ClientCapabilities,
  required: ClientCapabilities,
): DemandMet {
  const before = explicit(declared);
  const demanded = explicit(required);
  const more = merge(before, pick(explicit(declarable), demanded)) as ClientCapabilities;
  const missing = uncovered(more, demanded, "");
  // What was all declared and is demanded again would be asked for the same way.
  const helps = missing.length === 0 && uncovered(before, demanded, "").length > 0;
  return { missing, retryWith: helps ? more : undefined };
}

/**
 * An empty `elicitation` means form mode, which would be lost as soon as another mode stands beside it
 * ({@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#capabilities}).
 */
function explicit(capabilities: ClientCapabilities): JsonObject {
  const { elicitation } = capabilities;
  return isJsonObject(elicitation) && Object.keys(elicitation).length === 0
    ? { ...capabilities, elicitation: { form: {} } }
    : capabilities;
}

/** Objects are covered member by member, arrays entry by entry, anything else by the same value only. */
function uncovered(offered: JsonObject, required: JsonObject, prefix: string): readonly string[] {
  return Object.entries(required).flatMap(([key, wanted]) => {
    const path = `${prefix}${key}`;
    if (!Object.hasOwn(offered, key)) return [path];
    const given = offered[key];
    if (isJsonObject(wanted) && isJsonObject(given)) return uncovered(given, wanted, `${path}.`);
    return includes(given, wanted) ? [] : [path];
  });
}

function includes(given: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(given) && wanted.every((one) => given.some((other) => includes(other, one)))
    );
  }
  if (isJsonObject(wanted)) return isJsonObject(given) && uncovered(given, wanted, "").length === 0;
  return Object.is(given, wanted);
}

function pick(offered: JsonObject, required: JsonObject): JsonObject {
  const picked: [string, unknown][] = [];
  for (const [key, wanted] of Object.entries(required)) {
    if (!Object.hasOwn(offered, key)) continue;
    const given = offered[key];
    const isPart = isJsonObject(wanted) && isJsonObject(given) && Object.keys(wanted).length > 0;
    picked.push([key, isPart ? pick(given, wanted) : given]);
  }
  return Object.fromEntries(picked);
}

function merge(base: JsonObject, added: JsonObject): JsonObject {
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(added)) {
    const known = merged.get(key);
    merged.set(key, isJsonObject(known) && isJsonObject(value) ? merge(known, value) : value);
  }
  return Object.fromEntries(merged);
}

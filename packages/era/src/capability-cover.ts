import { type ClientCapabilities, isJsonObject, type JsonObject } from "@x/wire";

/**
 * The parts of `required` that `offered` lacks, as dotted paths (`elicitation.url`), in the order of
 * `required`. Empty where everything is covered.
 *
 * Objects are covered member by member; an array where each of its entries is among the offered
 * ones; anything else only by the same value.
 */
export function uncovered(
  offered: ClientCapabilities,
  required: ClientCapabilities,
): readonly string[] {
  return uncoveredIn(explicit(offered), explicit(required), "");
}

/**
 * `declared`, and with it whatever `offered` has of `required`. Where `required` asks for a whole
 * capability (`{}`), all that is offered of it is declared: the settings of an extension belong to it.
 */
export function declareAlso(
  declared: ClientCapabilities,
  offered: ClientCapabilities,
  required: ClientCapabilities,
): ClientCapabilities {
  const wanted = pick(explicit(offered), explicit(required));
  return Object.keys(wanted).length === 0
    ? declared
    : (merge(explicit(declared), wanted) as ClientCapabilities);
}

/**
 * An empty `elicitation` means form mode (specification 2026-07-28, "Elicitation"), which would be
 * lost as soon as another mode stands beside it.
 */
function explicit(capabilities: ClientCapabilities): JsonObject {
  const { elicitation } = capabilities;
  return isJsonObject(elicitation) && Object.keys(elicitation).length === 0
    ? { ...capabilities, elicitation: { form: {} } }
    : capabilities;
}

/** Goes no deeper than what is offered, however deep a server's demand is. */
function uncoveredIn(offered: JsonObject, required: JsonObject, prefix: string): readonly string[] {
  return Object.entries(required).flatMap(([key, wanted]) => {
    const path = `${prefix}${key}`;
    if (!Object.hasOwn(offered, key)) return [path];
    const given = offered[key];
    if (isJsonObject(wanted) && isJsonObject(given)) return uncoveredIn(given, wanted, `${path}.`);
    return includes(given, wanted) ? [] : [path];
  });
}

function includes(given: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(given) && wanted.every((one) => given.some((other) => includes(other, one)))
    );
  }
  if (isJsonObject(wanted)) {
    return isJsonObject(given) && uncoveredIn(given, wanted, "").length === 0;
  }
  return Object.is(given, wanted);
}

function pick(offered: JsonObject, required: JsonObject): JsonObject {
  const picked: [string, unknown][] = [];
  for (const [key, wanted] of Object.entries(required)) {
    if (!Object.hasOwn(offered, key)) continue;
    const given = offered[key];
    const part = isJsonObject(wanted) && isJsonObject(given) && Object.keys(wanted).length > 0;
    picked.push([key, part ? pick(given, wanted) : given]);
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

import { isJsonObject, type JsonObject, type RequestId, SUBSCRIPTION_ID_KEY } from "@x/wire";

/** The ids that a client really used, by the ids that stand for them in a transcript. */
export type BoundIds = ReadonlyMap<RequestId, RequestId>;

/**
 * A message with the client's real ids in all places that can name one of its requests: the `id` of a
 * response, `progressToken`, `requestId`, and the subscription id of `_meta`.
 *
 * The message itself where nothing changes. Ids that stand for nothing stay as they are.
 */
export function withRealIds(message: JsonObject, bound: BoundIds): JsonObject {
  const params = replaceIn(message["params"], ["progressToken", "requestId"], bound);
  const result = replaceIn(message["result"], [], bound);
  const id = "method" in message ? message["id"] : real(message["id"], bound);
  if (params === message["params"] && result === message["result"] && id === message["id"]) {
    return message;
  }
  return {
    ...message,
    ...(id === undefined ? {} : { id }),
    ...(params === undefined ? {} : { params }),
    ...(result === undefined ? {} : { result }),
  };
}

/**
 * An expected message of the client with the real ids in it. Its own `id` stays: that of a request stands
 * for any, and that of an answer is the server's.
 */
export function expectedWithRealIds(message: JsonObject, bound: BoundIds): JsonObject {
  const { id, ...rest } = message;
  const real = withRealIds(rest, bound);
  return id === undefined ? real : { ...real, id };
}

/**
 * Text with the ids that placeholders stand for: `${1}` or `${"a"}` is the JSON of one, `${text 1}` its
 * text, for use inside a JSON string.
 */
export function withPlaceholders(text: string, bound: BoundIds): string {
  return text.replaceAll(PLACEHOLDER, (whole, form: string, label: string) => {
    const id = bound.get(JSON.parse(label));
    if (id === undefined) return whole;
    return form === "" ? JSON.stringify(id) : JSON.stringify(String(id)).slice(1, -1);
  });
}

/** The ids that a text has placeholders for. */
export function placeholdersIn(text: string): readonly RequestId[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, , label]) => JSON.parse(label ?? "null"));
}

const PLACEHOLDER = /\$\{(text |)(-?\d+|"[^"\\{}]*")\}/g;

function replaceIn(value: unknown, keys: readonly string[], bound: BoundIds): unknown {
  if (!isJsonObject(value)) return value;
  const changed: Record<string, unknown> = {};
  for (const key of keys) {
    const id = real(value[key], bound);
    if (id !== value[key]) changed[key] = id;
  }
  const meta = value["_meta"];
  if (isJsonObject(meta)) {
    const id = real(meta[SUBSCRIPTION_ID_KEY], bound);
    if (id !== meta[SUBSCRIPTION_ID_KEY]) changed["_meta"] = { ...meta, [SUBSCRIPTION_ID_KEY]: id };
  }
  return Object.keys(changed).length === 0 ? value : { ...value, ...changed };
}

function real(value: unknown, bound: BoundIds): unknown {
  if (typeof value !== "string" && typeof value !== "number") return value;
  return bound.get(value) ?? value;
}

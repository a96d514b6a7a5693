import { isJsonObject } from "./json-object.js";

/** What is done to the parts of a JSON value that can hold a secret. */
export interface JsonRedaction {
  /** To a text; `key` is the name of the member that it is, or its place in an array. */
  readonly text: (text: string, key: string) => string;
  /** To the name of a member. Default: `text`. */
  readonly key?: (name: string) => string;
  /** To a number. Default: it is replaced by what `text` makes of its digits, where that changes them. */
  readonly number?: (value: number, key: string) => unknown;
}

/**
 * A copy of a JSON value with every text, number and name of a member redacted, however deep it is. What
 * is given is not changed. Of names that become the same, all but the first have a number behind them, so
 * that no member is lost. What the given functions throw is passed on.
 */
export function redactJson(value: unknown, redaction: JsonRedaction): unknown {
  const { text } = redaction;
  const { key: nameOf = (name) => text(name, name), number = (n, key) => shown(n, text, key) } =
    redaction;
  const holder: Record<string, unknown> = { value };
  const open = [holder];
  // A stack of its own: what a peer nests may be deeper than that of the platform.
  for (let copy = open.pop(); copy !== undefined; copy = open.pop()) {
    for (const [key, one] of Object.entries(copy)) {
      if (typeof one === "string") copy[key] = text(one, key);
      else if (typeof one === "number") copy[key] = number(one, key);
      else if (typeof one === "object" && one !== null) {
        const inner = isJsonObject(one) ? renamed(one, nameOf) : Object.values(one);
        copy[key] = inner;
        open.push(inner as Record<string, unknown>);
      }
    }
  }
  return holder["value"];
}

function shown(value: number, text: JsonRedaction["text"], key: string): unknown {
  const digits = String(value);
  const redacted = text(digits, key);
  return redacted === digits ? value : redacted;
}

function renamed(
  members: Record<string, unknown>,
  nameOf: (name: string) => string,
): Record<string, unknown> {
  const counts = new Map<string, number>();
  return Object.fromEntries(
    Object.entries(members).map(([name, one]) => {
      const given = nameOf(name);
      const count = (counts.get(given) ?? 0) + 1;
      counts.set(given, count);
      return [count === 1 ? given : `${given} (${count})`, one] as const;
    }),
  );
}

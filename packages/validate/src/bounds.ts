import type { JsonObject } from "@x/wire";

/** How large a JSON value may be, so that it can be looked at. */
export interface Bounds {
  /** Levels of objects and arrays, the outermost being the first. */
  readonly depth: number;
  /** Objects in it, itself included. */
  readonly objects: number;
  /** Characters of its JSON text, counted without escapes. */
  readonly characters: number;
}

/** The first bound that was met, and its value. */
export interface Exceeded {
  readonly bound: keyof Bounds;
  readonly limit: number;
}

/**
 * Which of the bounds a value exceeds, if one.
 *
 * Goes level by level instead of calling itself, and stops at a bound: how a value is nested, and how much
 * it is, are the server's choice. What has a cycle is too deep.
 */
export function exceeds(root: unknown, bounds: Bounds): Exceeded | undefined {
  const count = { objects: 0, characters: 0 };
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    const inner: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) {
        count.characters += typeof value === "string" ? value.length + 2 : 1;
      } else {
        if (depth === bounds.depth) {
          return { bound: "depth", limit: bounds.depth };
        }
        open(value, count, inner, bounds.characters);
      }
      if (count.characters > bounds.characters) {
        return { bound: "characters", limit: bounds.characters };
      }
      if (count.objects > bounds.objects) {
        return { bound: "objects", limit: bounds.objects };
      }
    }
    level = inner;
  }
  return undefined;
}

/** Counts an object or array without what is in it, and adds that to `inner` unless it is too much. */
function open(
  value: object,
  count: { objects: number; characters: number },
  inner: unknown[],
  mostCharacters: number,
): void {
  count.characters += 2;
  if (Array.isArray(value)) {
    count.characters += value.length;
    for (let at = 0; at < value.length && count.characters <= mostCharacters; at += 1) {
      inner.push(value[at]);
    }
    return;
  }
  count.objects += 1;
  for (const key of Object.keys(value)) {
    if (count.characters > mostCharacters) return;
    count.characters += key.length + 4;
    inner.push((value as JsonObject)[key]);
  }
}

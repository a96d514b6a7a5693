import { includes } from "../fits.js";

/** Passes where a value has every member that `wanted` has. Throws with both where it does not. */
export function wants(seen: unknown, wanted: unknown, what: string): void {
  if (!includes(seen, wanted)) {
    throw new Error(`${what}: wanted ${show(wanted)}, saw ${show(seen)}.`);
  }
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 500 ? text : `${text.slice(0, 500)}…`;
}

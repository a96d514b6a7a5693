/**
 * A JSON value that keeps what `JSON.parse` loses: the order of members with names like `"1"`, members
 * that are there twice, and the lines of the text.
 */
export type JsonValue = null | boolean | number | string | JsonItems | JsonMembers;

/** A JSON array, in the order of the text. */
export interface JsonItems {
  readonly items: readonly JsonItem[];
}

/** One value of an array, and the line it begins on, counted from 1. */
export interface JsonItem {
  readonly value: JsonValue;
  readonly line: number;
}

/** A JSON object: its members in the order of the text, repeated ones included. */
export interface JsonMembers {
  readonly members: readonly JsonMember[];
}

/** One member of an object, and the line its name is on, counted from 1. */
export interface JsonMember extends JsonItem {
  readonly name: string;
}

/** Whether a value is an object. */
export function isMembers(value: JsonValue | undefined): value is JsonMembers {
  return typeof value === "object" && value !== null && "members" in value;
}

/** Whether a value is an array. */
export function isItems(value: JsonValue | undefined): value is JsonItems {
  return typeof value === "object" && value !== null && "items" in value;
}

/** The first member with this name. */
export function namedMember(object: JsonMembers, name: string): JsonMember | undefined {
  return object.members.find((member) => member.name === name);
}

/** The value of the first member with this name. */
export function memberOf(object: JsonMembers, name: string): JsonValue | undefined {
  return namedMember(object, name)?.value;
}

/** What is at the end of a path of names and indexes; as far as the path leads, where it leads nowhere. */
export function itemAt(root: JsonItem, path: readonly PropertyKey[]): JsonItem {
  let item = root;
  for (const step of path) {
    const next = stepInto(item.value, step);
    if (next === undefined) break;
    item = next;
  }
  return item;
}

/** The value at the end of a path, if there is one. */
export function valueAt(
  root: JsonValue | undefined,
  path: readonly PropertyKey[],
): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, step) => stepInto(value, step)?.value, root);
}

function stepInto(value: JsonValue | undefined, step: PropertyKey): JsonItem | undefined {
  if (isMembers(value)) return namedMember(value, String(step));
  return isItems(value) ? value.items[Number(step)] : undefined;
}

/** The same value in plain arrays and objects. Of a repeated member the last one stays. */
export function plain(value: JsonValue): unknown {
  if (isMembers(value)) {
    return Object.fromEntries(value.members.map((member) => [member.name, plain(member.value)]));
  }
  return isItems(value) ? value.items.map((item) => plain(item.value)) : value;
}

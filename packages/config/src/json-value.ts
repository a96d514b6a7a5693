/**
 * A JSON value whose objects keep what `JSON.parse` loses: the order of members with names like
 * `"1"`, and members that are there twice.
 */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonMembers;

/** A JSON object: its members in the order of the text, repeated ones included. */
export interface JsonMembers {
  readonly members: readonly JsonMember[];
}

/** One member of an object, and the line its name is on, counted from 1. */
export interface JsonMember {
  readonly name: string;
  readonly value: JsonValue;
  readonly line: number;
}

/** Whether a value is an object. */
export function isMembers(value: JsonValue | undefined): value is JsonMembers {
  return typeof value === "object" && value !== null && "members" in value;
}

/** The value of the first member with this name. */
export function memberOf(object: JsonMembers, name: string): JsonValue | undefined {
  return object.members.find((member) => member.name === name)?.value;
}

/** The same value in plain arrays and objects. Of a repeated member the last one stays. */
export function plain(value: JsonValue): unknown {
  if (isMembers(value)) {
    return Object.fromEntries(value.members.map((member) => [member.name, plain(member.value)]));
  }
  return Array.isArray(value) ? value.map(plain) : value;
}

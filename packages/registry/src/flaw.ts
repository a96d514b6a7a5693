import { isJsonObject, type JsonObject } from "@x/wire";

/** Why an object is not what its list is to hold. */
export interface OwnFlaw {
  readonly reason:
    | "not_an_object"
    | "name_invalid"
    | "input_schema_invalid"
    | "arguments_invalid"
    | "member_invalid";
  /** Completes the sentence "Tool x of server y is left out: …". */
  readonly detail: string;
}

/** Why a value is not what its list is to hold. */
export interface Flaw extends OwnFlaw {
  /** The value's name, where it is usable. */
  readonly name: string | undefined;
}

/** Why a value is not what its list is to hold; nothing where it is. */
export function flawOf(
  value: unknown,
  ownFlaw: (value: JsonObject) => OwnFlaw | undefined,
): Flaw | undefined {
  if (!isJsonObject(value)) {
    return { reason: "not_an_object", detail: "it is not an object", name: undefined };
  }
  const name = value["name"];
  if (typeof name !== "string") {
    const detail = name === undefined ? "it has no name" : "its name is not a string";
    return { reason: "name_invalid", detail, name: undefined };
  }
  const badName = nameDetail(name);
  if (badName !== undefined) {
    return { reason: "name_invalid", detail: badName, name: undefined };
  }
  const own = ownFlaw(value);
  if (own !== undefined) {
    return { ...own, name };
  }
  const detail = memberDetail(value);
  return detail === undefined ? undefined : { reason: "member_invalid", detail, name };
}

/** Whether it is as good as absent: servers write `null` where a member may be absent. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** What is wrong with the members that tools and prompts have in common, if anything is. */
function memberDetail({ title, description, icons, _meta }: JsonObject): string | undefined {
  if (typeof title !== "string" && !isAbsent(title)) {
    return "its title is not a string";
  }
  if (typeof description !== "string" && !isAbsent(description)) {
    return "its description is not a string";
  }
  if (!isAbsent(icons) && !Array.isArray(icons)) {
    return "its icons are not an array";
  }
  return isAbsent(_meta) || isJsonObject(_meta) ? undefined : "its _meta is not an object";
}

/** Names longer than this many UTF-16 code units are refused. Of tools the specification advises 128. */
const MAX_NAME_LENGTH = 512;

/** Names outside the advised alphabet are common and are let in; what drives a terminal is not. */
function nameDetail(name: string): string | undefined {
  if (name === "") {
    return "its name is empty";
  }
  if (name.length > MAX_NAME_LENGTH) {
    return `its name is longer than ${MAX_NAME_LENGTH} characters`;
  }
  return CONTROL.test(name) ? "its name contains a control character" : undefined;
}

// What `\p{Cc}` has, in a form that costs a list of thousands less.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
const CONTROL = /[\0-\x1f\x7f-\x9f]/;

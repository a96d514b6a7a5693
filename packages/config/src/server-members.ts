import {
  isMembers,
  type JsonMember,
  type JsonMembers,
  type JsonValue,
  memberOf,
} from "./json-value.js";
import { environmentNameProblem, headerNameProblem, repeatedNames } from "./member-names.js";
import type { Check, ServerContext } from "./server-context.js";
import { keyProblem, keysRead } from "./server-keys.js";
import { type ServerKind, URL_KEYS } from "./server-kind.js";

const NAME_PROBLEMS: ReadonlyMap<string, Check> = new Map([
  ["env", environmentNameProblem],
  ["headers", headerNameProblem],
]);
const URLS: readonly string[] = URL_KEYS;

/** Keys that nothing here reads, in the order of the file; problems with them are reported. */
export function keysNotRead(
  context: ServerContext,
  object: JsonMembers,
  kind: ServerKind | undefined,
): readonly string[] {
  const { dialect } = context.scope;
  const read = keysRead(kind, dialect);
  const names = object.members.map(({ name }) => name);
  for (const name of names) {
    const message = read.includes(name) ? undefined : keyProblem(name, kind, dialect);
    if (message !== undefined) context.invalid([name], message);
  }
  return names.filter((name) => !read.includes(name) || isOtherUrl(context, name));
}

/** What is read of a server, under this package's names, and as its values are elsewhere. */
export function membersRead(
  context: ServerContext,
  object: JsonMembers,
  kind: ServerKind,
): JsonMembers {
  const { dialect } = context.scope;
  const keys = keysRead(kind, dialect);
  const members = object.members
    .filter(({ name }) => keys.includes(name) && name !== "disabled" && !isOtherUrl(context, name))
    .map((member) => (member.name === context.urlKey ? { ...member, name: "url" } : member))
    .map((member) => (dialect.looseEnv && member.name === "env" ? textsOnly(member) : member));
  return { members };
}

/** The names of `env` whose value is `null`, where that takes a variable away. */
export function namesTakenAway(server: JsonValue): readonly string[] {
  const env = isMembers(server) ? memberOf(server, "env") : undefined;
  return isMembers(env)
    ? env.members.filter(({ value }) => value === null).map(({ name }) => name)
    : [];
}

/** Checks the names in a server's inner objects; their values are checked by their shape. */
export function checkMembers(context: ServerContext, read: JsonMembers): void {
  for (const { name: field, value } of read.members) {
    if (!isMembers(value)) continue;
    const fold = field === "headers" ? lowerCased : undefined;
    for (const { name, message, line } of repeatedNames(value, fold)) {
      context.invalid([field, name], message, line);
    }
    const nameProblem = NAME_PROBLEMS.get(field);
    for (const { name } of value.members) {
      const message = nameProblem?.(name);
      if (message !== undefined) context.invalid([field, name], message);
    }
  }
}

/** Whether this is a URL, and not the one that is taken. */
function isOtherUrl({ urlKey }: ServerContext, name: string): boolean {
  return URLS.includes(name) && name !== urlKey;
}

/** `env` as VS Code reads it: a number is what it is written as, `null` is nothing. */
function textsOnly(member: JsonMember): JsonMember {
  if (!isMembers(member.value)) return member;
  const members = member.value.members
    .filter(({ value }) => value !== null)
    .map((one) => (typeof one.value === "number" ? { ...one, value: String(one.value) } : one));
  return { ...member, value: { members } };
}

function lowerCased(name: string): string {
  return name.toLowerCase();
}

import type { HttpServerConfig, ServerConfig, ServerOptions, StdioServerConfig } from "./config.js";
import type { Report } from "./config-error.js";
import { endpointProblem } from "./endpoint.js";
import { expand, type Variables } from "./expand.js";
import { isMembers, type JsonMembers, type JsonValue, memberOf } from "./json-value.js";
import { environmentNameProblem, headerNameProblem, repeatedNames } from "./member-names.js";
import { keyProblem, keysRead } from "./server-keys.js";
import { type ServerKind, serverKind } from "./server-kind.js";
import { httpShape, type OptionsShape, stdioShape } from "./server-shape.js";
import { kindOf, pathOf, shown } from "./wording.js";

/** Where one server stands: its name, the variables, those that were put in, who hears of problems. */
interface Context {
  readonly server: string;
  readonly variables: Variables;
  readonly inserted: Map<string, string>;
  readonly report: Report;
}

/** A message for a text that cannot be used; it never quotes the text. */
type Check = (text: string) => string | undefined;

const NAME_PROBLEMS: ReadonlyMap<string, Check> = new Map([
  ["env", environmentNameProblem],
  ["headers", headerNameProblem],
]);
/** Fields in which a variable is likely to be a place: why it is not there has to be told. */
const PLACES: ReadonlySet<PropertyKey> = new Set(["command", "cwd", "env"]);

/**
 * Reads one server. Gives `disabled` for one that is switched off: nothing else of it is looked at,
 * so an unset variable in it is no problem. Where something is wrong, `report` has heard of it and
 * what is given is not to be used.
 */
export function parseServer(
  server: string,
  value: JsonValue,
  variables: Variables,
  report: Report,
): ServerConfig | "disabled" | undefined {
  const context = { server, variables, inserted: new Map<string, string>(), report };
  if (!isMembers(value)) {
    invalid(context, [], `expected an object, found ${kindOf(value)}`);
    return undefined;
  }
  for (const { name, message } of repeatedNames(value)) {
    invalid(context, [name], message);
  }
  const disabled = memberOf(value, "disabled");
  if (disabled === true) {
    return "disabled";
  }
  if (disabled !== undefined && disabled !== false) {
    invalid(context, ["disabled"], `expected \`true\` or \`false\`, found ${shown(disabled)}`);
  }
  const outcome = serverKind(value);
  if (outcome.kind === undefined) {
    invalid(context, outcome.field === undefined ? [] : [outcome.field], outcome.message);
    keysNotRead(context, value, undefined);
    return undefined;
  }
  const ignoredKeys = keysNotRead(context, value, outcome.kind);
  const keys = keysRead(outcome.kind);
  const read = { members: value.members.filter(({ name }) => keys.includes(name)) };
  checkMembers(context, read);
  switch (outcome.kind) {
    case "stdio":
      return parseStdio(context, read, ignoredKeys);
    case "http":
      return parseHttp(context, read, ignoredKeys);
  }
}

function parseStdio(
  context: Context,
  read: JsonMembers,
  ignoredKeys: readonly string[],
): StdioServerConfig | undefined {
  const shape = stdioShape(context.server, read, context.report);
  if (shape === undefined) {
    return undefined;
  }
  const { command, args = [], env = {}, cwd, ...rest } = shape;
  const resolved = {
    command: resolve(context, ["command"], command, nonEmptyArgument),
    args: args.map((arg, index) => resolve(context, ["args", index], arg, anyArgument)),
    env: resolveAll(context, "env", env, anyArgument),
    ...(cwd === undefined ? {} : { cwd: resolve(context, ["cwd"], cwd, nonEmptyArgument) }),
  };
  return { ...optionsOf(context, rest, ignoredKeys), type: "stdio", ...resolved };
}

function parseHttp(
  context: Context,
  read: JsonMembers,
  ignoredKeys: readonly string[],
): HttpServerConfig | undefined {
  const shape = httpShape(context.server, read, context.report);
  if (shape === undefined) {
    return undefined;
  }
  const { url, headers = {}, allowInsecure = false, ...rest } = shape;
  const resolved = {
    allowInsecure,
    url: resolve(context, ["url"], url, endpointProblem),
    headers: resolveAll(context, "headers", headers, headerValue),
  };
  return { ...optionsOf(context, rest, ignoredKeys), type: "http", ...resolved };
}

/** What every server has, once all variables are put in. */
function optionsOf(
  { server, inserted }: Context,
  options: OptionsShape,
  ignoredKeys: readonly string[],
): ServerOptions {
  return {
    allowLegacy: false,
    ...options,
    name: server,
    variables: Object.fromEntries(inserted),
    ignoredKeys,
  };
}

/** Keys that nothing here reads, in the order of the file; problems with them are reported. */
function keysNotRead(
  context: Context,
  object: JsonMembers,
  kind: ServerKind | undefined,
): readonly string[] {
  const read = keysRead(kind);
  const others = object.members.map(({ name }) => name).filter((name) => !read.includes(name));
  for (const name of others) {
    const message = keyProblem(name, kind);
    if (message !== undefined) {
      invalid(context, [name], message);
    }
  }
  return others;
}

/** Checks the names in a server's inner objects; their values are checked by their shape. */
function checkMembers(context: Context, read: JsonMembers): void {
  for (const { name: field, value } of read.members) {
    if (!isMembers(value)) {
      continue;
    }
    const fold = field === "headers" ? lowerCased : undefined;
    for (const { name, message } of repeatedNames(value, fold)) {
      invalid(context, [field, name], message);
    }
    const nameProblem = NAME_PROBLEMS.get(field);
    for (const { name } of value.members) {
      const message = nameProblem?.(name);
      if (message !== undefined) {
        invalid(context, [field, name], message);
      }
    }
  }
}

function resolve(
  context: Context,
  path: readonly PropertyKey[],
  text: string,
  check: Check,
): string {
  const { text: expanded, inserted, problems } = expand(text, context.variables);
  const namesPlaces = PLACES.has(path[0] ?? "");
  for (const [name, value] of inserted) {
    if (!namesPlaces || !/[/\\]/.test(value)) {
      context.inserted.set(name, value);
    }
  }
  for (const problem of problems) {
    context.report({ ...problem, server: context.server, field: pathOf(path) });
  }
  const message = problems.length === 0 ? check(expanded) : undefined;
  if (message !== undefined) {
    invalid(context, path, message);
  }
  return expanded;
}

function resolveAll(
  context: Context,
  field: string,
  texts: Readonly<Record<string, string>>,
  check: Check,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      resolve(context, [field, name], text, check),
    ]),
  );
}

function anyArgument(text: string): string | undefined {
  return text.includes("\0")
    ? "expected a text without NUL characters, found one in it"
    : undefined;
}

function nonEmptyArgument(text: string): string | undefined {
  return text === "" ? "expected a text, found an empty string" : anyArgument(text);
}

function headerValue(text: string): string | undefined {
  return /[\0\r\n]/.test(text)
    ? "expected a text without line ends and NUL characters, found one in it"
    : undefined;
}

function lowerCased(name: string): string {
  return name.toLowerCase();
}

function invalid(context: Context, path: readonly PropertyKey[], message: string): void {
  const field = path.length === 0 ? {} : { field: pathOf(path) };
  context.report({ code: "invalid", server: context.server, ...field, message });
}

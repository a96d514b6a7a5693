import type { HttpServerConfig, ServerConfig, ServerOptions, StdioServerConfig } from "./config.js";
import type { Report } from "./config-error.js";
import { endpointProblem } from "./endpoint.js";
import { envFileOf } from "./env-file.js";
import { isMembers, type JsonMember, type JsonMembers, memberOf } from "./json-value.js";
import { headerValueProblem, repeatedNames } from "./member-names.js";
import type { Scope } from "./scope.js";
import { ServerContext } from "./server-context.js";
import { serverKind } from "./server-kind.js";
import { checkMembers, keysNotRead, membersRead, namesTakenAway } from "./server-members.js";
import type { OptionsShape } from "./server-schema.js";
import { httpShape, stdioShape } from "./server-shape.js";
import { kindOf, shown } from "./wording.js";

/**
 * Reads one server. Gives `disabled` for one that is switched off: nothing else of it is looked at,
 * so an unset variable in it is no problem. Where something is wrong, `report` has heard of it and
 * what is given is not to be used.
 */
export function parseServer(
  member: JsonMember,
  scope: Scope,
  report: Report,
): ServerConfig | "disabled" | undefined {
  const { value } = member;
  const context = new ServerContext(member, scope, report);
  if (!isMembers(value)) {
    context.invalid([], `expected an object, found ${kindOf(value)}`);
    return undefined;
  }
  for (const { name, message, line } of repeatedNames(value))
    context.invalid([name], message, line);
  const disabled = memberOf(value, "disabled");
  if (disabled === true) return "disabled";
  if (disabled !== undefined && disabled !== false) {
    context.invalid(["disabled"], `expected \`true\` or \`false\`, found ${shown(disabled)}`);
  }
  const outcome = serverKind(value, scope.dialect);
  if (outcome.kind === undefined) {
    context.invalid(outcome.field === undefined ? [] : [outcome.field], outcome.message);
    keysNotRead(context, value, undefined);
    return undefined;
  }
  if ("urlKey" in outcome) context.urlKey = outcome.urlKey;
  const ignoredKeys = keysNotRead(context, value, outcome.kind);
  const read = membersRead(context, value, outcome.kind);
  checkMembers(context, read);
  return outcome.kind === "stdio"
    ? parseStdio(context, read, ignoredKeys)
    : parseHttp(context, read, ignoredKeys);
}

function parseStdio(
  context: ServerContext,
  read: JsonMembers,
  ignoredKeys: readonly string[],
): StdioServerConfig | undefined {
  const shape = stdioShape(read, context.invalid);
  if (shape === undefined) return undefined;
  const { command, args = [], env = {}, envFile, cwd, ...rest } = shape;
  const resolved = {
    command: context.resolve(["command"], command, nonEmptyArgument),
    args: args.map((arg, index) => context.resolve(["args", index], arg, anyArgument)),
    env: { ...variablesIn(context, envFile), ...context.resolveAll("env", env, anyArgument) },
    ...(cwd === undefined ? {} : { cwd: context.resolve(["cwd"], cwd, nonEmptyArgument) }),
  };
  return { ...optionsOf(context, rest, ignoredKeys), type: "stdio", ...resolved };
}

/** What `envFile` says, without what `env` takes away. */
function variablesIn(
  context: ServerContext,
  envFile: string | undefined,
): Readonly<Record<string, string>> {
  if (envFile === undefined) return {};
  const path = context.resolve(["envFile"], envFile, nonEmptyArgument);
  const variables = envFileOf(context, path);
  const taken = namesTakenAway(context.member.value);
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !taken.includes(name)));
}

function parseHttp(
  context: ServerContext,
  read: JsonMembers,
  ignoredKeys: readonly string[],
): HttpServerConfig | undefined {
  const shape = httpShape(read, context.invalid);
  if (shape === undefined) return undefined;
  const { url, headers = {}, allowInsecure = false, ...rest } = shape;
  const resolved = {
    allowInsecure,
    url: context.resolve(["url"], url, endpointProblem),
    headers: context.resolveAll("headers", headers, headerValueProblem),
  };
  return { ...optionsOf(context, rest, ignoredKeys), type: "http", ...resolved };
}

/** What every server has, once all variables are put in. */
function optionsOf(
  { member, scope, variables, passwords }: ServerContext,
  options: OptionsShape,
  ignoredKeys: readonly string[],
): ServerOptions {
  return {
    allowLegacy: false,
    ...options,
    name: member.name,
    origin: { file: scope.file, line: member.line },
    variables: Object.fromEntries(variables),
    passwords: [...passwords],
    ignoredKeys,
  };
}

function anyArgument(text: string): string | undefined {
  return text.includes("\0")
    ? "expected a text without NUL characters, found one in it"
    : undefined;
}

function nonEmptyArgument(text: string): string | undefined {
  return text === "" ? "expected a text, found an empty string" : anyArgument(text);
}

import { z } from "zod";
import type { HttpServerConfig, ServerOptions, StdioServerConfig } from "./config.js";
import type { Report } from "./config-error.js";
import { isMembers, type JsonMembers, type JsonValue, memberOf, plain } from "./json-value.js";
import { nearMiss } from "./near-miss.js";
import { HTTP_TYPES } from "./server-kind.js";
import { kindOf, pathOf, quoted, shown } from "./wording.js";

/** The fields that every server has, of the right types. */
export type OptionsShape = Partial<Omit<ServerOptions, "name" | "variables" | "ignoredKeys">>;

/** The fields of a server with `command`, of the right types, variables not yet replaced. */
export type StdioShape = OptionsShape &
  Pick<StdioServerConfig, "command"> &
  Partial<Pick<StdioServerConfig, "args" | "env" | "cwd">>;

/** The fields of a server with `url`, of the right types, variables not yet replaced. */
export type HttpShape = OptionsShape &
  Pick<HttpServerConfig, "url"> &
  Partial<Pick<HttpServerConfig, "headers" | "allowInsecure">>;

// Each schema's error is the phrase for what is expected. What was found is worded here, not by zod:
// its own messages may quote a value.
const LEGACY = '`true`, `false` or `{ "reopen": true }`';
const MILLISECONDS = "a positive integer (milliseconds)";
const text = z.string("a string");
const texts = z.array(text, "an array of strings").exactOptional();
const textByName = z.record(z.string(), text, "an object of strings").exactOptional();
const milliseconds = z.int(MILLISECONDS).min(1, MILLISECONDS).exactOptional();

const filter = { include: texts, exclude: texts };
const TOOLS_KEYS: readonly string[] = Object.keys(filter);

const options = {
  allowLegacy: z
    .union([z.boolean(), z.strictObject({ reopen: z.literal(true) }, LEGACY)], LEGACY)
    .exactOptional(),
  probeTimeoutMs: milliseconds,
  legacyProbeTimeoutMs: milliseconds,
  startTimeoutMs: milliseconds,
  tools: z
    .strictObject(filter, "an object with `include`, `exclude` or both (arrays of tool names)")
    .exactOptional(),
};

const stdio = z.object({
  ...options,
  type: z.literal("stdio", '"stdio", or no `type`, beside `command`').exactOptional(),
  command: text,
  args: texts,
  env: textByName,
  cwd: text.exactOptional(),
});

const http = z.object({
  ...options,
  type: z
    .enum(HTTP_TYPES, '"http", "streamable-http" or "sse", or no `type`, beside `url`')
    .exactOptional(),
  url: text,
  headers: textByName,
  allowInsecure: z.boolean("`true` or `false`").exactOptional(),
});

/** Keys that are read of a server with `command`. */
export const STDIO_KEYS: readonly string[] = ["disabled", ...Object.keys(stdio.shape)];

/** Keys that are read of a server with `url`. */
export const HTTP_KEYS: readonly string[] = ["disabled", ...Object.keys(http.shape)];

/** Fields whose values may be, or hold, secrets: they are never shown. */
const SECRET: ReadonlySet<PropertyKey> = new Set([
  "command",
  "args",
  "env",
  "cwd",
  "url",
  "headers",
]);

/** Checks the types of a server's {@link STDIO_KEYS}, all there is in `object`; reports each wrong one. */
export function stdioShape(
  server: string,
  object: JsonMembers,
  report: Report,
): StdioShape | undefined {
  return checked(stdio, server, object, report);
}

/** Checks the types of a server's {@link HTTP_KEYS}, all there is in `object`; reports each wrong one. */
export function httpShape(
  server: string,
  object: JsonMembers,
  report: Report,
): HttpShape | undefined {
  return checked(http, server, object, report);
}

function checked<Shape>(
  schema: z.ZodType<Shape>,
  server: string,
  object: JsonMembers,
  report: Report,
): Shape | undefined {
  const outcome = schema.safeParse(plain(object));
  if (outcome.success) {
    return outcome.data;
  }
  for (const issue of outcome.error.issues) {
    report({
      code: "invalid",
      server,
      field: pathOf(issue.path),
      message: `expected ${issue.message}, found ${foundAt(object, issue)}`,
    });
  }
  return undefined;
}

function foundAt(object: JsonMembers, issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") {
    return `the unknown key ${issue.keys.map(quoted).join(", ")}${meantKeys(issue)}`;
  }
  const value = valueAt(object, issue.path);
  return SECRET.has(issue.path[0] ?? "") ? kindOf(value) : shown(value);
}

/** `tools` is the only one of the inner objects whose keys are known. */
function meantKeys({ keys, path }: z.core.$ZodIssueUnrecognizedKeys): string {
  const known = path[0] === "tools" ? TOOLS_KEYS : [];
  const meant = new Set(keys.flatMap((key) => nearMiss(key, known) ?? []));
  const names = [...meant].map((key) => `\`${key}\``).join(", ");
  return names === "" ? "" : `; did you mean ${names}?`;
}

function valueAt(root: JsonValue, path: readonly PropertyKey[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, step) => {
    if (isMembers(value)) {
      return memberOf(value, String(step));
    }
    return Array.isArray(value) ? (value[Number(step)] as JsonValue | undefined) : undefined;
  }, root);
}

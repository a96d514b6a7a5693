import { z } from "zod";
import type { AllowLegacy, ToolFilter } from "./config.js";
import type { Report } from "./config-error.js";
import { isMembers, type JsonMembers, type JsonValue, memberOf, plain } from "./json-value.js";
import { kindOf, pathOf, quoted, shown } from "./wording.js";

interface OptionsShape {
  readonly allowLegacy?: AllowLegacy;
  readonly probeTimeoutMs?: number;
  readonly legacyProbeTimeoutMs?: number;
  readonly startTimeoutMs?: number;
  readonly tools?: ToolFilter;
}

/** The fields of a server with `command`, of the right types, variables not yet replaced. */
export interface StdioShape extends OptionsShape {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The fields of a server with `url`, of the right types, variables not yet replaced. */
export interface HttpShape extends OptionsShape {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

// Each schema's error is the phrase for what is expected. What was found is worded here, not by zod:
// its own messages may quote a value.
const LEGACY = '`true`, `false` or `{ "reopen": true }`';
const MILLISECONDS = "a positive integer (milliseconds)";
const text = z.string("a string");
const texts = z.array(text, "an array of strings").exactOptional();
const textByName = z.record(z.string(), text, "an object of strings").exactOptional();
const milliseconds = z.int(MILLISECONDS).min(1, MILLISECONDS).exactOptional();

const options = {
  allowLegacy: z
    .union([z.boolean(), z.strictObject({ reopen: z.literal(true) }, LEGACY)], LEGACY)
    .exactOptional(),
  probeTimeoutMs: milliseconds,
  legacyProbeTimeoutMs: milliseconds,
  startTimeoutMs: milliseconds,
  tools: z
    .strictObject(
      { include: texts, exclude: texts },
      "an object with `include`, `exclude` or both (arrays of tool names)",
    )
    .exactOptional(),
};

const stdio = z.object({
  ...options,
  type: z.literal("stdio", '"stdio" beside `command`').exactOptional(),
  command: text,
  args: texts,
  env: textByName,
  cwd: text.exactOptional(),
});

const http = z.object({
  ...options,
  type: z
    .enum(
      ["http", "sse", "streamable-http", "streamableHttp"],
      '"http", "sse" or "streamable-http" beside `url`',
    )
    .exactOptional(),
  url: text,
  headers: textByName,
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

/** Checks the types of a server's fields; reports every one that is wrong. */
export function stdioShape(
  server: string,
  object: JsonMembers,
  report: Report,
): StdioShape | undefined {
  return checked(stdio, STDIO_KEYS, server, object, report);
}

/** Checks the types of a server's fields; reports every one that is wrong. */
export function httpShape(
  server: string,
  object: JsonMembers,
  report: Report,
): HttpShape | undefined {
  return checked(http, HTTP_KEYS, server, object, report);
}

function checked<Shape>(
  schema: z.ZodType<Shape>,
  keys: readonly string[],
  server: string,
  object: JsonMembers,
  report: Report,
): Shape | undefined {
  // Only what is read goes in: an unknown key such as `__proto__` has no business in there.
  const known = { members: object.members.filter((member) => keys.includes(member.name)) };
  const outcome = schema.safeParse(plain(known));
  if (outcome.success) {
    return outcome.data;
  }
  for (const issue of outcome.error.issues) {
    report({
      code: "invalid",
      server,
      field: pathOf(issue.path),
      message: `expected ${issue.message}, found ${foundAt(known, issue)}`,
    });
  }
  return undefined;
}

function foundAt(object: JsonMembers, issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") {
    return `the unknown key ${issue.keys.map(quoted).join(", ")}`;
  }
  const value = valueAt(object, issue.path);
  return SECRET.has(issue.path[0] ?? "") ? kindOf(value) : shown(value);
}

function valueAt(root: JsonValue, path: readonly PropertyKey[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, step) => {
    if (isMembers(value)) {
      return memberOf(value, String(step));
    }
    return Array.isArray(value) ? (value[Number(step)] as JsonValue | undefined) : undefined;
  }, root);
}

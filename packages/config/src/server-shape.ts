import type { z } from "zod";
import { isMembers, type JsonMembers, plain, valueAt } from "./json-value.js";
import { nearMiss } from "./near-miss.js";
import {
  type HttpShape,
  httpSchema,
  type StdioShape,
  stdioSchema,
  TOOLS_KEYS,
} from "./server-schema.js";
import { kindOf, quoted, shown } from "./wording.js";

/** Takes what is wrong at a path inside a server; `line` where that is not where the path leads. */
export type Complain = (path: readonly PropertyKey[], message: string, line?: number) => void;

/** Fields whose values may be, or hold, secrets: they are never shown. */
const SECRET: ReadonlySet<PropertyKey> = new Set([
  "command",
  "args",
  "env",
  "envFile",
  "cwd",
  "url",
  "headers",
]);

/** Checks the types of a server with `command`, of which `object` has what is read; tells each wrong one. */
export function stdioShape(object: JsonMembers, complain: Complain): StdioShape | undefined {
  return shapeOf(stdioSchema, object, complain);
}

/** Checks the types of a server with `url`, of which `object` has what is read; tells each wrong one. */
export function httpShape(object: JsonMembers, complain: Complain): HttpShape | undefined {
  return shapeOf(httpSchema, object, complain);
}

/** `object` as this shape, or all that keeps it from being one. */
export function shapeOf<Shape>(
  schema: z.ZodType<Shape>,
  object: JsonMembers,
  complain: Complain,
): Shape | undefined {
  const outcome = schema.safeParse(plain(object));
  if (outcome.success) return outcome.data;
  for (const issue of outcome.error.issues) {
    complain(issue.path, `expected ${issue.message}, found ${foundAt(object, issue)}`);
  }
  return undefined;
}

function foundAt(object: JsonMembers, issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") {
    return `the unknown key ${issue.keys.map(quoted).join(", ")}${meantKeys(issue)}`;
  }
  const value = valueAt(object, issue.path);
  return SECRET.has(issue.path[0] ?? "") || isMembers(value) ? kindOf(value) : shown(value);
}

/** `tools` is the only one of the inner objects whose keys are known. */
function meantKeys({ keys, path }: z.core.$ZodIssueUnrecognizedKeys): string {
  const known = path[0] === "tools" ? TOOLS_KEYS : [];
  const meant = new Set(keys.flatMap((key) => nearMiss(key, known) ?? []));
  const names = [...meant].map((key) => `\`${key}\``).join(", ");
  return names === "" ? "" : `; did you mean ${names}?`;
}

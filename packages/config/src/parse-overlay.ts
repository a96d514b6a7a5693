import { z } from "zod";
import type { BindingDigest } from "./binding-digest.js";
import type { CollisionPolicy } from "./config.js";
import type { ConfigProblem, Report } from "./config-error.js";
import { isMembers, itemAt, type JsonMember, namedMember } from "./json-value.js";
import { repeatedNames, serverNameProblem } from "./member-names.js";
import { nearMiss } from "./near-miss.js";
import type { LegacyPermission, Overlay, OverlayEntry } from "./overlay.js";
import { collisionOf, type Root, readRoot, throwIfAny } from "./parse-config.js";
import { nameKeys } from "./server-schema.js";
import { shapeOf } from "./server-shape.js";
import { kindOf, pathOf } from "./wording.js";

const digest = z.string("a string").min(1, "a digest");
const reopen = z.literal(true, "`true`, or no `reopen`").exactOptional();
const permission = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      type: z.literal("stdio"),
      command: digest,
      args: digest,
      cwd: digest,
      env: digest,
      reopen,
    }),
    z.strictObject({ type: z.literal("http"), url: digest, reopen }),
  ],
  '"stdio" or "http"',
);

/** An entry as the file has it: without its name, a permission beside its binding. */
type EntryShape = Omit<OverlayEntry, "name" | "allowLegacy"> & {
  readonly allowLegacy?: readonly (BindingDigest & Pick<LegacyPermission, "reopen">)[];
};

const ENTRY_KEYS: readonly string[] = ["disabled", "allowLegacy", ...Object.keys(nameKeys)];
const entrySchema: z.ZodType<EntryShape> = z.object({
  disabled: z.boolean("`true` or `false`").exactOptional(),
  allowLegacy: z
    .array(permission, "an array of permissions, as `x-mcp allow` writes them")
    .exactOptional(),
  ...nameKeys,
});

const FILE_KEYS: readonly string[] = ["$schema", "salt", "collision", "servers"];
const SHORTEST_SALT = 16;

/**
 * Reads an overlay. It is nobody's but this project's, so a key that is not known is refused.
 *
 * @throws ConfigError `not_json`, `invalid` and `invalid_server_name`, with all problems.
 */
export function parseOverlay(text: string, { file }: Pick<Overlay, "file">): Overlay {
  const root = readRoot(text, file, "an object with `servers`");
  const problems: ConfigProblem[] = [];
  const report: Report = (problem) => problems.push(problem);
  checkKeys(root, report);
  const collision = collisionOf(root, report);
  const servers = entriesOf(root, report);
  const salt = saltOf(root, servers, report);
  throwIfAny(file, problems);
  return { file, ...salt, ...policyOf(collision), servers };
}

function checkKeys({ value: root }: Root, report: Report): void {
  for (const { name, line, message } of repeatedNames(root)) {
    report({ code: "invalid", field: pathOf([name]), line, message });
  }
  for (const { name, line } of root.members) {
    if (FILE_KEYS.includes(name)) continue;
    report({ code: "invalid", field: pathOf([name]), line, message: unknown(name, FILE_KEYS) });
  }
}

function unknown(name: string, known: readonly string[]): string {
  const meant = nearMiss(name, known);
  return meant === undefined
    ? `unknown key; an overlay has ${known.map((key) => `\`${key}\``).join(", ")}`
    : `unknown key; did you mean \`${meant}\`?`;
}

function policyOf(collision: CollisionPolicy | undefined): Pick<Overlay, "collision"> {
  return collision === undefined ? {} : { collision };
}

function saltOf(
  root: Root,
  entries: readonly OverlayEntry[],
  report: Report,
): { readonly salt?: string } {
  const salt = namedMember(root.value, "salt")?.value;
  const isNeeded = entries.some(({ allowLegacy = [] }) => allowLegacy.length > 0);
  if (salt === undefined && !isNeeded) return {};
  if (typeof salt === "string" && salt.length >= SHORTEST_SALT) return { salt };
  const message = `expected a random text of ${SHORTEST_SALT} characters or more, found ${kindOf(salt)}`;
  report({ code: "invalid", field: "salt", line: itemAt(root, ["salt"]).line, message });
  return {};
}

function entriesOf(root: Root, report: Report): readonly OverlayEntry[] {
  const member = namedMember(root.value, "servers");
  if (member === undefined) return [];
  const { value, line } = member;
  if (!isMembers(value)) {
    const message = `expected an object of entries by server name, found ${kindOf(value)}`;
    report({ code: "invalid", field: "servers", line, message });
    return [];
  }
  for (const { name, line: at, message } of repeatedNames(value)) {
    report({ code: "invalid", server: name, line: at, message });
  }
  return value.members.flatMap((entry) => entryOf(entry, report));
}

function entryOf(member: JsonMember, report: Report): readonly OverlayEntry[] {
  const { name: server, value, line } = member;
  const badName = serverNameProblem(server);
  if (badName !== undefined) {
    report({ code: "invalid_server_name", server, line, message: badName });
  }
  const complain = (path: readonly PropertyKey[], message: string, at?: number): void => {
    const field = path.length === 0 ? {} : { field: pathOf(path) };
    const where = { server, line: at ?? itemAt(member, path).line, ...field };
    report({ code: "invalid", ...where, message });
  };
  if (!isMembers(value)) {
    complain([], `expected an object, found ${kindOf(value)}`);
    return [];
  }
  for (const { name, line: at, message } of repeatedNames(value)) complain([name], message, at);
  for (const { name } of value.members) {
    if (!ENTRY_KEYS.includes(name)) complain([name], unknown(name, ENTRY_KEYS));
  }
  const shape = shapeOf(entrySchema, value, complain);
  if (shape === undefined) return [];
  const { allowLegacy, ...rest } = shape;
  const permissions = allowLegacy?.map(({ reopen: again, ...binding }) => ({
    binding,
    ...(again === undefined ? {} : { reopen: again }),
  }));
  return [
    { name: server, ...rest, ...(permissions === undefined ? {} : { allowLegacy: permissions }) },
  ];
}

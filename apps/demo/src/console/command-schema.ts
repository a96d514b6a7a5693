import type { FieldValue } from "@x/input";
import { isJsonObject, type JsonObject } from "@x/wire";
import { z } from "zod";
import type { Command } from "./protocol.js";

const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const name = z.string().min(1).max(1024);
// Not `z.record`: a member that is called `__proto__` would be left out of what it gives.
const json = z.custom<JsonObject>(isJsonObject, "an object");
const field = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const content = z.custom<{ readonly [name: string]: FieldValue }>(
  (value) =>
    isJsonObject(value) && Object.values(value).every((one) => field.safeParse(one).success),
  "an object of texts, numbers, booleans and lists of texts",
);

const commands: z.ZodType<Command> = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("call"),
    id,
    tool: name,
    arguments: json,
    totalMs: z.number().int().min(100).max(600_000).exactOptional(),
  }),
  z.strictObject({ type: z.literal("cancel"), id, call: id }),
  z.strictObject({
    type: z.literal("answer"),
    id,
    question: id,
    action: z.enum(["accept", "decline", "cancel"]),
    content: content.exactOptional(),
  }),
  z.strictObject({
    type: z.enum(["kill", "stall", "resume", "change_tools", "reconnect"]),
    id,
    peer: name,
  }),
  z.strictObject({ type: z.literal("allow_legacy"), id, peer: name, allow: z.boolean() }),
  z.strictObject({
    type: z.literal("upgrade"),
    id,
    peer: name,
    to: z.enum(["legacy", "modern"]),
  }),
  z.strictObject({ type: z.enum(["add_colliding", "remove_colliding"]), id }),
  z.strictObject({
    type: z.literal("policy"),
    id,
    policy: z.enum(["prefix", "reject", "prefix-always"]),
  }),
]);

/** What a message of a page is: a command, or why it is none, with its id where it has one. */
export type ReadCommand =
  | { readonly type: "command"; readonly command: Command }
  | { readonly type: "refused"; readonly id: number | undefined; readonly message: string };

/** Reads one message of a page, of which nothing is trusted. */
export function readCommand(text: string): ReadCommand {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { type: "refused", id: undefined, message: "The message is not JSON." };
  }
  const { success, data, error } = commands.safeParse(value);
  if (success) return { type: "command", command: data };
  const [issue] = error.issues;
  const where = issue?.path.join(".") || "the message";
  return {
    type: "refused",
    id: idOf(value),
    message: `The message is no command: ${where}: ${issue?.message ?? "wrong"}.`,
  };
}

function idOf(value: unknown): number | undefined {
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  return id.safeParse(value.id).data;
}

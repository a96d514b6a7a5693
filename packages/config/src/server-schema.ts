import * as z from "zod/mini";
import type { HttpServerConfig, ServerOptions, StdioServerConfig, ToolFilter } from "./config.js";

/** The fields that every server has, of the right types. */
export type OptionsShape = Partial<
  Omit<ServerOptions, "name" | "origin" | "variables" | "passwords" | "ignoredKeys">
>;

/** The fields of a server with `command`, of the right types, variables not yet replaced. */
export type StdioShape = OptionsShape &
  Pick<StdioServerConfig, "command"> &
  Partial<Pick<StdioServerConfig, "args" | "env" | "cwd">> & { readonly envFile?: string };

/** The fields of a server with `url`, of the right types, variables not yet replaced. */
export type HttpShape = OptionsShape &
  Pick<HttpServerConfig, "url"> &
  Partial<Pick<HttpServerConfig, "headers" | "allowInsecure">>;

/** What a file may have as the `type` of a process. */
export const STDIO_TYPES = ["stdio", "local"] as const;

/** What a file may have as the `type` of an endpoint; all of them mean the same. */
export const HTTP_TYPES = [
  "http",
  "streamable-http",
  "sse",
  "streamableHttp",
  "streamable_http",
] as const;

// Each schema's error is the phrase for what is expected. What was found is worded elsewhere, not by zod:
// its own messages may quote a value.
const LEGACY = '`true`, `false` or `{ "reopen": true }`';
const MILLISECONDS = "a positive integer (milliseconds)";
const text = z.string("a string");
const texts = z.exactOptional(z.array(text, "an array of strings"));
const textByName = z.exactOptional(z.record(z.string(), text, "an object of strings"));
const milliseconds = z.exactOptional(z.int(MILLISECONDS).check(z.gte(1, MILLISECONDS)));

const filter = { include: texts, exclude: texts };

/** Keys of `tools`. */
export const TOOLS_KEYS: readonly string[] = Object.keys(filter);

/** This project's own keys of a server that hold for its name, wherever it is reached. */
export const nameKeys: {
  readonly probeTimeoutMs: z.ZodMiniExactOptional<z.ZodMiniInt>;
  readonly legacyProbeTimeoutMs: z.ZodMiniExactOptional<z.ZodMiniInt>;
  readonly startTimeoutMs: z.ZodMiniExactOptional<z.ZodMiniInt>;
  readonly tools: z.ZodMiniExactOptional<z.ZodMiniType<ToolFilter>>;
} = {
  probeTimeoutMs: described(milliseconds, "How long the probe may take, in milliseconds."),
  legacyProbeTimeoutMs: described(
    milliseconds,
    "How long the probe and `initialize` of a legacy server may take, in milliseconds.",
  ),
  startTimeoutMs: described(
    milliseconds,
    "How long a process may take to its first byte, in milliseconds.",
  ),
  tools: described(
    z.exactOptional(
      z.strictObject(filter, "an object with `include`, `exclude` or both (arrays of tool names)"),
    ),
    "Which tools are taken: patterns with `*` on their local names.",
  ),
};

const options = {
  allowLegacy: described(
    z.exactOptional(
      z.union([z.boolean(), z.strictObject({ reopen: z.literal(true) }, LEGACY)], LEGACY),
    ),
    "Whether this server may be spoken to in the legacy era after an ambiguous probe.",
  ),
  ...nameKeys,
};

const stdio = z.looseObject({
  ...options,
  type: z.exactOptional(z.enum(STDIO_TYPES, '"stdio", or no `type`, beside `command`')),
  command: described(text, "A name to be looked up, or a path."),
  args: texts,
  env: described(textByName, "Environment variables of the server."),
  envFile: described(z.exactOptional(text), "A file with more of them."),
  cwd: described(z.exactOptional(text), "The directory it runs in."),
});

const http = z.looseObject({
  ...options,
  type: z.exactOptional(
    z.enum(HTTP_TYPES, '"http", "streamable-http" or "sse", or no `type`, beside `url`'),
  ),
  url: described(text, "Begins with http:// or https://."),
  headers: described(textByName, "Headers of every request."),
  allowInsecure: described(
    z.exactOptional(z.boolean("`true` or `false`")),
    "Whether `http://` to another machine is accepted.",
  ),
});

/** What is checked of a server with `command`. */
export const stdioSchema: z.ZodMiniType<StdioShape> = stdio;

/** What is checked of a server with `url`, whatever the file calls that. */
export const httpSchema: z.ZodMiniType<HttpShape> = http;

/** Keys of {@link stdioSchema}. */
export const STDIO_KEYS: readonly string[] = Object.keys(stdio.shape);

/** Keys of {@link httpSchema}. */
export const HTTP_KEYS: readonly string[] = Object.keys(http.shape);

/** What may be in `env`: of VS Code's servers also numbers, and `null`. */
type EnvValues = "texts" | "loose";

/**
 * The schema of a server as it stands in a file: with keys of editors, and under any of the names that a URL
 * has. Made anew each time, since few programs need it.
 */
export function serverSchema(values: EnvValues): z.ZodMiniType {
  const { url, ...withoutUrl } = http.shape;
  const disabled = described(z.exactOptional(z.boolean()), "Whether this server is passed over.");
  const env =
    values === "texts"
      ? stdio.shape.env
      : z.exactOptional(z.record(z.string(), z.union([text, z.number(), z.null()])));
  return z.union([
    z.extend(stdio, { disabled, env }),
    ...["url", "serverUrl", "httpUrl"].map((name) =>
      z.looseObject({ ...withoutUrl, disabled, [name]: url }),
    ),
    // Nothing else is looked at in a server that is switched off.
    z.looseObject({ disabled: z.literal(true) }),
  ]);
}

/** A copy of a schema, with what the JSON Schema says of it. */
export function described<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
): Schema {
  const copy = schema.clone();
  z.globalRegistry.add(copy, { description });
  return copy;
}

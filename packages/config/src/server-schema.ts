import { z } from "zod";
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
const texts = z.array(text, "an array of strings").exactOptional();
const textByName = z.record(z.string(), text, "an object of strings").exactOptional();
const milliseconds = z.int(MILLISECONDS).min(1, MILLISECONDS);

const filter = { include: texts, exclude: texts };

/** Keys of `tools`. */
export const TOOLS_KEYS: readonly string[] = Object.keys(filter);

/** This project's own keys of a server that hold for its name, wherever it is reached. */
export const nameKeys: {
  readonly probeTimeoutMs: z.ZodExactOptional<z.ZodInt>;
  readonly legacyProbeTimeoutMs: z.ZodExactOptional<z.ZodInt>;
  readonly startTimeoutMs: z.ZodExactOptional<z.ZodInt>;
  readonly tools: z.ZodExactOptional<z.ZodType<ToolFilter>>;
} = {
  probeTimeoutMs: milliseconds
    .exactOptional()
    .meta({ description: "How long the probe may take, in milliseconds." }),
  legacyProbeTimeoutMs: milliseconds.exactOptional().meta({
    description:
      "How long the probe and `initialize` of a legacy server may take, in milliseconds.",
  }),
  startTimeoutMs: milliseconds.exactOptional().meta({
    description: "How long a process may take to its first byte, in milliseconds.",
  }),
  tools: z
    .strictObject(filter, "an object with `include`, `exclude` or both (arrays of tool names)")
    .exactOptional()
    .meta({ description: "Which tools are taken: patterns with `*` on their local names." }),
};

const options = {
  allowLegacy: z
    .union([z.boolean(), z.strictObject({ reopen: z.literal(true) }, LEGACY)], LEGACY)
    .exactOptional()
    .meta({
      description:
        "Whether this server may be spoken to in the legacy era after an ambiguous probe.",
    }),
  ...nameKeys,
};

const stdio = z.looseObject({
  ...options,
  type: z.enum(STDIO_TYPES, '"stdio", or no `type`, beside `command`').exactOptional(),
  command: text.meta({ description: "A name to be looked up, or a path." }),
  args: texts,
  env: textByName.meta({ description: "Environment variables of the server." }),
  envFile: text.exactOptional().meta({ description: "A file with more of them." }),
  cwd: text.exactOptional().meta({ description: "The directory it runs in." }),
});

const http = z.looseObject({
  ...options,
  type: z
    .enum(HTTP_TYPES, '"http", "streamable-http" or "sse", or no `type`, beside `url`')
    .exactOptional(),
  url: text.meta({ description: "Begins with http:// or https://." }),
  headers: textByName.meta({ description: "Headers of every request." }),
  allowInsecure: z
    .boolean("`true` or `false`")
    .exactOptional()
    .meta({ description: "Whether `http://` to another machine is accepted." }),
});

/** The schema of a server with `command`. Keys beyond it belong to editors. */
export const stdioSchema: z.ZodType<StdioShape> = stdio;

/** The schema of a server with `url`. Keys beyond it belong to editors. */
export const httpSchema: z.ZodType<HttpShape> = http;

/** Keys of {@link stdioSchema}. */
export const STDIO_KEYS: readonly string[] = Object.keys(stdio.shape);

/** Keys of {@link httpSchema}. */
export const HTTP_KEYS: readonly string[] = Object.keys(http.shape);

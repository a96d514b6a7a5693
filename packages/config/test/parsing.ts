import { type Config, ConfigError, type ConfigProblem, parseConfig } from "../src/index.js";

/** A reference to a variable, as the file has it: `reference("A")` is `${A}`. */
export function reference(inner: string): string {
  return `\${${inner}}`;
}

/** Parses a file with these servers; nothing is in the environment unless given. */
export function parse(
  servers: unknown,
  env: Readonly<Record<string, string | undefined>> = {},
): Config {
  return parseText(JSON.stringify({ mcpServers: servers }), env);
}

/** Parses this text as `mcp.json`. */
export function parseText(
  text: string,
  env: Readonly<Record<string, string | undefined>> = {},
): Config {
  return parseConfig(text, { file: "mcp.json", env });
}

/** The error that `f` throws; anything else fails the test. */
export function configErrorOf(f: () => unknown): ConfigError {
  try {
    f();
  } catch (error) {
    if (error instanceof ConfigError) {
      return error;
    }
    throw error;
  }
  throw new Error("expected a ConfigError");
}

/** The problems of a file with one server `files` that has these members. */
export function problemsOf(
  server: unknown,
  env: Readonly<Record<string, string | undefined>> = {},
): readonly ConfigProblem[] {
  return configErrorOf(() => parse({ files: server }, env)).problems;
}

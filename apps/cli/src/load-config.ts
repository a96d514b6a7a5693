import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Config, parseConfig, type Variables } from "@x/config";
import { CliError } from "./cli-error.js";

/** What the names in a configuration mean. */
export interface Surroundings {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Variables;
}

/**
 * Reads a configuration file; a relative name is looked for in the working directory.
 *
 * @throws CliError `config_not_readable`; ConfigError for what is in it.
 */
export async function loadConfig(file: string, { cwd, env }: Surroundings): Promise<Config> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, file), "utf8");
  } catch (cause) {
    throw new CliError(`The configuration ${JSON.stringify(file)} ${flaw(cause)}.`, {
      code: "config_not_readable",
      cause,
    });
  }
  return parseConfig(text, { file, env });
}

function flaw(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  switch (code) {
    case "ENOENT":
      return "does not exist";
    case "EISDIR":
      return "is a directory; name a file";
    case "EACCES":
    case "EPERM":
      return "may not be read; check its permissions";
    default:
      return `cannot be read (${code})`;
  }
}

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Config, parseConfig } from "@x/config";
import { CliError } from "./cli-error.js";
import type { Io } from "./io.js";

/**
 * Reads a configuration file; a relative name is looked for in the working directory.
 *
 * @throws CliError `config_not_readable`; ConfigError for what is in it.
 */
export async function loadConfig(file: string, { cwd, env }: Io): Promise<Config> {
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

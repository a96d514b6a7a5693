import { invalidUsage } from "./cli-error.js";
import type { Given } from "./command.js";
import { fileOf } from "./option-values.js";
import { OUTPUT } from "./options.js";
import { formatOf } from "./server-settings.js";

/**
 * The file of `--output`; nothing where there is none.
 *
 * @throws CliError `invalid_usage`.
 */
export function outputOf(given: Given): string | undefined {
  const file = fileOf("output", given.text(OUTPUT));
  if (file !== undefined && formatOf(given) === "json") {
    throw invalidUsage("--output saves what --json would print: give one of them.");
  }
  return file;
}

import type { Command, Word } from "./command.js";

/** How a command is written, as `call NAME [key=value ...]`. */
export function usageOf({ name, words }: Pick<Command, "name" | "words">): string {
  return [name, ...words.map(wordText)].join(" ");
}

/** What is shown on stderr under a mistake in the command line; `command` is what it may be about. */
export function usageHint(command: Command | undefined): string {
  if (command === undefined) {
    return "Usage: x-mcp COMMAND [options]\nx-mcp help lists the commands.\n";
  }
  return `Usage: x-mcp ${usageOf(command)} [options]\nx-mcp help ${command.name} has its options, and examples.\n`;
}

function wordText({ name, count }: Word): string {
  if (count === undefined) return name;
  return count === "any" ? `[${name} ...]` : `[${name}]`;
}

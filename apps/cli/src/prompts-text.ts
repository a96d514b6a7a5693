import type { PromptArgument, PromptEntry } from "@x/registry";
import { firstLine, LONGEST_NAME } from "./columns-text.js";
import { oneLine } from "./printable.js";
import type { Redaction } from "./redaction.js";

/** What `prompts` says of one argument. */
interface ArgumentReport {
  readonly name: string;
  readonly title?: string;
  readonly description: string | null;
  readonly required: boolean;
}

/** What it says of one prompt. Everything but the names is the server's claim. */
export interface PromptReport {
  /** The canonical name: what `prompt` takes. */
  readonly name: string;
  readonly server: string;
  /** The name at the server. */
  readonly localName: string;
  readonly title?: string;
  readonly description: string | null;
  readonly arguments: readonly ArgumentReport[];
}

const LONGEST_ARGUMENTS = 200;

/** Reports on one prompt, without the operator's secrets. */
export function promptReport(entry: PromptEntry, redaction: Redaction): PromptReport {
  const { canonical, peer, local, prompt } = entry;
  const { structure } = redaction;
  return {
    name: structure(canonical),
    server: peer,
    localName: structure(local),
    ...described(prompt, redaction),
    arguments: (prompt.arguments ?? []).map((argument) => ({
      name: structure(argument.name),
      ...described(argument, redaction),
      required: argument.required === true,
    })),
  };
}

/** The answer of `prompts` for people: a row a prompt. */
export function promptRows(prompts: readonly PromptReport[]): readonly (readonly string[])[] {
  return prompts.map(({ name, server, localName, description, title, ...more }) => [
    oneLine(name, LONGEST_NAME),
    oneLine(`${server}/${localName}`, LONGEST_NAME),
    oneLine(more.arguments.map(argumentText).join(", "), LONGEST_ARGUMENTS),
    firstLine(description ?? title ?? ""),
  ]);
}

function argumentText({ name, required }: ArgumentReport): string {
  return required ? `${name} (required)` : name;
}

function described(
  { title, description }: Pick<PromptArgument, "title" | "description">,
  { text }: Redaction,
): Pick<ArgumentReport, "title" | "description"> {
  return {
    ...(typeof title === "string" ? { title: text(title) } : {}),
    description: typeof description === "string" ? text(description) : null,
  };
}

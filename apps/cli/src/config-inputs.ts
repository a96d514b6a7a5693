import type { InputDeclaration } from "@x/config";
import { CliError } from "./cli-error.js";
import type { Io } from "./io.js";
import { oneLine } from "./printable.js";

const LONGEST = 500;

/** Where the values of inputs come from. */
export interface InputSource {
  /** By id, as they were given; what is asked for is added, so that nobody is asked twice. */
  readonly values: Map<string, string>;
  readonly io: Io;
  /** For messages. */
  readonly file: string;
}

/**
 * Gets the values that a file asks for: those that were given, else those that somebody types, else defaults.
 *
 * @throws CliError `input_missing` where somebody would have to be asked and nobody is there.
 */
export async function fillInputs(
  inputs: readonly InputDeclaration[],
  { values, io, file }: InputSource,
): Promise<void> {
  for (const input of inputs) {
    if (values.has(input.id)) continue;
    const isAsked = io.isInteractive && input.type !== "command";
    const value = isAsked ? await asked(input, io, file) : input.default;
    if (value === undefined) throw missing(input, file);
    values.set(input.id, value);
  }
}

async function asked(input: InputDeclaration, io: Io, file: string): Promise<string | undefined> {
  const { id, description, options = [], default: usual } = input;
  const about = description === undefined ? "" : ` (${oneLine(description, LONGEST)})`;
  const name = oneLine(id, LONGEST);
  io.stderr(`${oneLine(file, LONGEST)} asks for ${name}${about}\n`);
  for (const [index, { label }] of options.entries()) {
    io.stderr(`  ${index + 1}. ${oneLine(label, LONGEST)}\n`);
  }
  const isHidden = input.password === true;
  const shown = usual === undefined || isHidden ? "" : ` [${oneLine(usual, LONGEST)}]`;
  for (;;) {
    const question = `${name}${isHidden ? " (hidden)" : shown}: `;
    const typed = await (isHidden ? io.secret : io.line)(question, io.signal);
    if (typed === undefined) return undefined;
    const value = typed === "" ? usual : typed;
    if (value === undefined) continue;
    if (options.length === 0) return value;
    const chosen = options.find(({ label }, index) => value === label || value === `${index + 1}`);
    const found = chosen?.value ?? options.find((one) => one.value === value)?.value;
    if (found !== undefined) return found;
  }
}

function missing({ id, type }: InputDeclaration, file: string): CliError {
  const why =
    type === "command" ? "Only its editor can run the command of the" : "There is no value for the";
  const message = `${why} input ${JSON.stringify(id)} of ${file}. Give it with --input ${id}=VALUE${type === "command" ? "" : ", or run x-mcp in a terminal"}.`;
  return new CliError(message, { code: "input_missing" });
}

import type { Io } from "./io.js";
import { printable } from "./printable.js";

/** How a text of an answer is printed: as it is for a program, so that it does nothing to a terminal. */
export function shownTo({
  stdoutIsTerminal,
}: Pick<Io, "stdoutIsTerminal">): (text: string) => string {
  return stdoutIsTerminal ? printable : (text) => text;
}

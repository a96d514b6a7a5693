import { type ExitStatus, lastWords } from "@x/connection";

/** How a child ended, as a clause: "ended with exit code 3". */
export function exitClause({ exitCode, signal }: ExitStatus): string {
  if (signal !== null) return `was ended by ${signal}`;
  return exitCode === null ? "did not end" : `ended with exit code ${exitCode}`;
}

/** How a child ended by itself, as a sentence with the last it said. */
export function exitMessage(exit: ExitStatus): string {
  const words = lastWords(exit);
  const said = words === undefined ? "it wrote nothing to stderr" : `its last words: "${words}"`;
  return `The server process ${exitClause(exit)}; ${said}.`;
}

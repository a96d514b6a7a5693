import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** The file in which the processes of one peer write down what reached them. */
export class LogFile {
  readonly #file: string | undefined;

  constructor(file: string | undefined) {
    this.#file = file;
  }

  /** How many processes have started before. */
  starts(): number {
    if (this.#file === undefined || !existsSync(this.#file)) return 0;
    return readFileSync(this.#file, "utf8")
      .split("\n")
      .filter((line) => line === "+").length;
  }

  add(line: string): void {
    if (this.#file !== undefined) appendFileSync(this.#file, `${line}\n`);
  }
}

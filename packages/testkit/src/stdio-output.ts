import process from "node:process";

/** What this process writes, in order, and its end. Writing to a pipe waits until it is taken (POSIX). */
export class StdioOutput {
  readonly #queue: { readonly bytes: Buffer; readonly pieces: number }[] = [];
  #pieces = Number.POSITIVE_INFINITY;
  #busy = false;
  #exitCode: number | undefined;

  constructor() {
    // Nobody reads any more.
    for (const stream of [process.stdout, process.stderr])
      stream.on("error", () => process.exit(0));
  }

  /** From here on what is written goes out in pieces of so many bytes, each in a turn of its own. */
  inPieces(bytes: number): void {
    this.#pieces = bytes;
  }

  write(text: string): void {
    this.#queue.push({ bytes: Buffer.from(text), pieces: this.#pieces });
    this.#flush();
  }

  log(text: string): void {
    process.stderr.write(text);
  }

  /** Ends the process when all is written. */
  exit(code: number): void {
    this.#exitCode ??= code;
    if (!this.#busy) process.exit(this.#exitCode);
  }

  #flush(): void {
    if (this.#busy) return;
    this.#busy = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const { bytes, pieces } = next;
      if (bytes.length <= pieces) {
        process.stdout.write(bytes);
        continue;
      }
      process.stdout.write(bytes.subarray(0, pieces));
      this.#queue.unshift({ bytes: bytes.subarray(pieces), pieces });
      // Whoever reads gets the chance to read this piece alone.
      setImmediate(() => {
        this.#busy = false;
        this.#flush();
      });
      return;
    }
    this.#busy = false;
    if (this.#exitCode !== undefined) process.exit(this.#exitCode);
  }
}

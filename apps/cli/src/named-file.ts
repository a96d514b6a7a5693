import { Buffer } from "node:buffer";
import { constants, open, stat } from "node:fs/promises";
import type { Readable } from "node:stream";

/** What is read at most of a file that is not a trace: none that is meant to be one of these is larger. */
const MOST_BYTES = 67_108_864;

/** How a file is read that somebody named. */
export interface Reading {
  /** Gives up where it goes off, also while nobody writes into a pipe, or types. */
  readonly signal: AbortSignal;
  /** Default: 67,108,864. */
  readonly mostBytes?: number;
}

/**
 * Reads a file that somebody named, whatever it is: a pipe that somebody is yet to write into, a terminal, a device
 * that never ends. Rejects with the system's error, with one of the code `EFBIG` for what has more bytes, and with
 * the signal's where that went off.
 */
export async function readNamed(path: string, reading: Reading): Promise<Buffer> {
  reading.signal.throwIfAborted();
  const found = await stat(path);
  if (found.isFIFO() || found.isCharacterDevice()) {
    const stream = await streamOf(path, found.isFIFO());
    if (stream !== undefined) return bytesOf(stream, reading);
  }
  return readToEnd(path, found.size, reading);
}

/** All that a stream has, as {@link readNamed} reads a file. */
export async function bytesOf(
  stream: Readable,
  { signal, mostBytes = MOST_BYTES }: Reading,
): Promise<Buffer> {
  // Not `addAbortSignal`: what it comes with takes every run longer to load than to read its configuration.
  const stop = (): void => void stream.destroy(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostBytes) throw tooLarge(mostBytes);
    }
    signal.throwIfAborted();
    return Buffer.concat(chunks);
  } finally {
    signal.removeEventListener("abort", stop);
    stream.destroy();
  }
}

/** What a file has to be smaller than, behind "is". */
export function tooLargeText(mostBytes: number = MOST_BYTES): string {
  return `larger than ${mostBytes.toLocaleString("en-US")} bytes`;
}

/**
 * What waits for its writer without a thread that nothing can stop: such a thread keeps a program from ending.
 * Nothing for a device that is no terminal.
 */
async function streamOf(path: string, isPipe: boolean): Promise<Readable | undefined> {
  const { openSync, closeSync } = await import("node:fs");
  const fd = openSync(path, FLAGS);
  if (isPipe) {
    const { Socket } = await import("node:net");
    return new Socket({ fd, readable: true, writable: false });
  }
  const { isatty, ReadStream } = await import("node:tty");
  if (isatty(fd)) return new ReadStream(fd);
  closeSync(fd);
  return undefined;
}

/** Without waiting: to open a pipe would wait for its writer. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const CHUNK = 65_536;

async function readToEnd(
  path: string,
  size: number,
  { signal, mostBytes = MOST_BYTES }: Reading,
): Promise<Buffer> {
  if (size > mostBytes) throw tooLarge(mostBytes);
  const handle = await open(path, FLAGS);
  try {
    const chunks: Buffer[] = [];
    let all = 0;
    for (;;) {
      signal.throwIfAborted();
      // One more than there should be, so that the end is seen at once.
      const chunk = Buffer.allocUnsafe(Math.max(size - all + 1, CHUNK));
      const { bytesRead } = await handle.read(chunk);
      if (bytesRead === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, bytesRead));
      all += bytesRead;
      if (all > mostBytes) throw tooLarge(mostBytes);
    }
  } finally {
    await handle.close();
  }
}

function tooLarge(mostBytes: number): Error {
  return Object.assign(new Error(`It is ${tooLargeText(mostBytes)}.`), { code: "EFBIG" });
}

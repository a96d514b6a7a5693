import { Buffer } from "node:buffer";
import { parse } from "node:path";
import type { ContentBlock } from "@x/router";
import { CliError } from "./cli-error.js";
import { bytesOf } from "./content-bytes.js";
import type { Invocation } from "./invocation.js";
import { type Media, mediaOf } from "./media.js";
import { saveBytes } from "./save-bytes.js";
import { shownTo } from "./shown-to.js";

/** An answer for people. */
export interface ContentAnswer {
  readonly content: readonly ContentBlock[];
  /** What is printed of it. @param show gives a text as it may be printed. */
  readonly text: (show: (text: string) => string) => string;
}

/**
 * Saves what of an answer is no text, where that is wanted: in the file that was named where it is one
 * piece, otherwise in `name-1.png`, `name-2.png` and so on. Where all is text, that is saved. What was in
 * a file is replaced.
 *
 * @returns what is still to be printed.
 * @throws CliError `not_base64`, `save_failed`. Nothing is saved where a piece is no Base64.
 */
export async function savedOrPrinted(
  { content, text }: ContentAnswer,
  file: string | undefined,
  invocation: Invocation,
): Promise<string> {
  const { io, note } = invocation;
  io.signal.throwIfAborted();
  const pieces = content.flatMap((block) => mediaOf(block) ?? []);
  if (file === undefined) {
    const all = pieces.length === 1 ? "it" : `all ${pieces.length}, in files with numbers`;
    if (pieces.length > 0) note(`--output FILE saves ${all}.`);
  } else if (pieces.length === 0) {
    await saveBytes({ file, bytes: Buffer.from(text(asItIs)), mimeType: undefined }, invocation);
    return "";
  } else {
    await saveAll(pieces, file, invocation);
  }
  return text(shownTo(io));
}

function asItIs(text: string): string {
  return text;
}

async function saveAll(
  pieces: readonly Media[],
  file: string,
  invocation: Invocation,
): Promise<void> {
  const decoded = pieces.map(({ base64, mimeType }) => {
    const bytes = bytesOf(base64);
    if (bytes !== undefined) return { bytes, mimeType };
    throw new CliError(
      "What the server gave is not Base64, as it has to be: nothing was saved. The server has to be mended.",
      { code: "not_base64" },
    );
  });
  for (const [at, piece] of decoded.entries()) {
    const name = decoded.length === 1 ? file : numbered(file, at + 1);
    await saveBytes({ file: name, ...piece }, invocation);
  }
}

function numbered(file: string, number: number): string {
  const { ext } = parse(file);
  return `${file.slice(0, file.length - ext.length)}-${number}${ext}`;
}

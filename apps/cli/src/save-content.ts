import { Buffer } from "node:buffer";
import type { ResourceContents } from "@x/router";
import { CliError } from "./cli-error.js";
import { bytesOf } from "./content-bytes.js";
import type { Invocation } from "./invocation.js";
import { saveBytes } from "./save-bytes.js";

/**
 * Saves the only content of a resource: the bytes of a blob, or a text as UTF-8 and nothing after it.
 * What is in the file already is replaced.
 *
 * @throws CliError `not_one_content`, `not_base64`, `save_failed`.
 */
export async function saveContent(
  [content, ...more]: readonly ResourceContents[],
  file: string,
  invocation: Invocation,
): Promise<void> {
  if (content === undefined || more.length > 0) {
    const count = content === undefined ? "no contents" : `${more.length + 1} contents`;
    throw new CliError(
      `--output saves a single content, and the resource has ${count}: nothing was saved. --json prints all.`,
      { code: "not_one_content" },
    );
  }
  const { text, blob, mimeType } = content;
  const bytes = typeof text === "string" ? Buffer.from(text) : bytesOf(blob ?? "");
  if (bytes === undefined) {
    throw new CliError(
      "What the resource holds is not Base64, as it has to be: nothing was saved. Its server has to be mended.",
      { code: "not_base64" },
    );
  }
  await saveBytes({ file, bytes, mimeType }, invocation);
}

import { Buffer } from "node:buffer";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ResourceContents } from "@x/router";
import { CliError } from "./cli-error.js";
import { bytesOf } from "./content-bytes.js";
import type { Invocation } from "./invocation.js";

/**
 * Saves the only content of a resource: the bytes of a blob, or a text as UTF-8 and nothing after it.
 * What is in the file already is replaced.
 *
 * @throws CliError `not_one_content`, `not_base64`, `not_saved`.
 */
export async function saveContent(
  [content, ...more]: readonly ResourceContents[],
  file: string,
  { cwd, note }: Invocation,
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
  try {
    await writeFile(resolve(cwd, file), bytes);
  } catch (cause) {
    throw new CliError(`${JSON.stringify(file)} could not be written: ${flaw(cause)}.`, {
      code: "not_saved",
      cause,
    });
  }
  const type = typeof mimeType === "string" ? ` of ${JSON.stringify(mimeType.slice(0, 200))}` : "";
  note(`Saved ${bytes.length} bytes${type} in ${JSON.stringify(file)}.`);
}

function flaw(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  switch (code) {
    case "ENOENT":
      return "its folder does not exist";
    case "EISDIR":
      return "it is a folder; name a file";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "that is not permitted";
    default:
      return code === "" ? String(cause) : code;
  }
}

import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { allowLegacyIn, overlayText, parseOverlay, type ServerConfig } from "@x/config";
import { CliError } from "./cli-error.js";
import { textIfThere } from "./config-files.js";
import { digestOf } from "./config-overlay.js";
import type { Invocation } from "./invocation.js";
import { writeFlaw } from "./trace-file.js";

/**
 * Writes into the overlay that a server may be a legacy one where it is reached as it is now, and gives the file.
 *
 * The file is read again first, so that what another run wrote stays, and replaced as a whole: nobody ever reads
 * half of it. It is for its owner alone.
 *
 * @throws CliError `not_saved`; ConfigError for what is in it by now.
 */
export async function allowIn(
  server: ServerConfig,
  { isReopened }: { readonly isReopened: boolean },
  { loaded, cwd }: Pick<Invocation, "loaded" | "cwd">,
): Promise<string> {
  const file = loaded.overlay?.file ?? "";
  const text = await textIfThere(file);
  const before = text === undefined ? { file, servers: [] } : parseOverlay(text, { file });
  const { salt = randomBytes(16).toString("hex") } = before;
  const binding = digestOf(server, { salt, cwd });
  const overlay = allowLegacyIn({ ...before, salt }, server.name, {
    binding,
    ...(isReopened ? { reopen: true as const } : {}),
  });
  await replaceFile(file, overlayText(overlay));
  return file;
}

/**
 * Puts a text in the place of a file, whole or not at all; its folder is made where it is not there.
 *
 * @throws CliError `not_saved`.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(draft, text, { mode: 0o600, flag: "wx" });
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {});
    throw new CliError(`${JSON.stringify(file)} could not be written: ${writeFlaw(cause)}.`, {
      code: "not_saved",
      cause,
    });
  }
}

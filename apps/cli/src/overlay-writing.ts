import { randomBytes } from "node:crypto";
import { allowLegacyIn, overlayText, parseOverlay, type ServerConfig } from "@x/config";
import { textIfThere } from "./config-files.js";
import { digestOf } from "./config-overlay.js";
import type { Invocation } from "./invocation.js";
import { replaceFile } from "./replace-file.js";

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
  { loaded, cwd, io }: Pick<Invocation, "loaded" | "cwd" | "io">,
): Promise<string> {
  const file = loaded.overlay?.file ?? "";
  const text = await textIfThere(file, io);
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

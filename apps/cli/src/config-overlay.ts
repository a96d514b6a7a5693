import { join, resolve } from "node:path";
import {
  type BindingDigest,
  bindingDigest,
  type Config,
  type Overlaid,
  type Overlay,
  parseOverlay,
  type ServerConfig,
  withOverlay,
} from "@x/config";
import { notReadable, ownFolder, type Surroundings, textIfThere } from "./config-files.js";
import type { Sources } from "./config-sources.js";
import { serverFolder } from "./server-folder.js";
import { sha256 } from "./sha256.js";

/** The overlay of a run: its file, absolute, and what is in it, where it is there. */
export interface OverlayFile {
  readonly file: string;
  readonly overlay: Overlay | undefined;
}

/**
 * Reads the overlay.
 *
 * @throws CliError `config_not_readable`, also for one that was named and has to be there; ConfigError for
 * what is in it.
 */
export async function readOverlay(
  { overlay: named, isOverlayNew }: Pick<Sources, "overlay" | "isOverlayNew">,
  surroundings: Surroundings,
): Promise<OverlayFile> {
  const { cwd } = surroundings;
  const file =
    named === undefined ? join(ownFolder(surroundings), "overlay.json") : resolve(cwd, named);
  const text = await textIfThere(file, surroundings.io);
  if (text !== undefined) return { file, overlay: parseOverlay(text, { file: named ?? file }) };
  if (named === undefined || isOverlayNew) return { file, overlay: undefined };
  throw notReadable(named, Object.assign(new Error("no overlay"), { code: "ENOENT" }));
}

/** Lays an overlay over a configuration. */
export function overlaid(config: Config, overlay: Overlay | undefined, cwd: string): Overlaid {
  if (overlay === undefined) return { config, notes: [] };
  const { salt = "" } = overlay;
  return withOverlay(config, overlay, (server) => digestOf(server, { salt, cwd }));
}

/** The digest of how a server is reached from a working directory. */
export function digestOf(
  server: ServerConfig,
  { salt, cwd }: { readonly salt: string; readonly cwd: string },
): BindingDigest {
  return bindingDigest(server, {
    salt,
    cwd: server.type === "stdio" ? serverFolder(server, cwd) : cwd,
    sha256,
  });
}

import { type BindingDigest, type BindingPart, changedParts } from "./binding-digest.js";
import type { Config, ServerConfig } from "./config.js";
import type { Overlay, OverlayEntry } from "./overlay.js";
import { quoted } from "./wording.js";

/** What an overlay says that does not hold. `message` is a sentence that names the server and the remedy. */
export type OverlayNote = { readonly server: string; readonly message: string } & (
  | {
      /** The server was allowed when it was another one. */
      readonly code: "allow_legacy_void";
      /** In what the nearest binding that was allowed differs from the one there is now. */
      readonly changed: readonly BindingPart[];
    }
  | {
      /** Switched on in the overlay, and off in its own file, of which nothing more was read. */
      readonly code: "disabled_in_file";
    }
);

/** The codes of {@link OverlayNote}. */
export type OverlayNoteCode = OverlayNote["code"];

/** A configuration under an overlay. */
export interface Overlaid {
  readonly config: Config;
  /** In declared order. */
  readonly notes: readonly OverlayNote[];
}

/** Keys that hold for a name, whichever server has it. */
const NAME_KEYS = [
  "probeTimeoutMs",
  "legacyProbeTimeoutMs",
  "startTimeoutMs",
  "tools",
] as const satisfies readonly (keyof OverlayEntry)[];

/**
 * Lays an overlay over a configuration. Each key that it has takes the place of the file's; `origin.overlay`
 * of a server lists them. `allowLegacy` holds only where the server is reached by a binding that it was given
 * for, and leaves the file's own alone where it is not; what is void is in `notes`. Entries for servers that
 * are not there say nothing, since they may be another project's.
 *
 * @param bindingOf digests a server with the overlay's salt; called only for those that have permissions.
 */
export function withOverlay(
  config: Config,
  overlay: Overlay,
  bindingOf: (server: ServerConfig) => BindingDigest,
): Overlaid {
  const notes: OverlayNote[] = [];
  const entries = new Map(overlay.servers.map((entry) => [entry.name, entry]));
  const isOff = ({ name }: ServerConfig): boolean => entries.get(name)?.disabled === true;
  const servers = config.servers
    .filter((server) => !isOff(server))
    .map((server) => {
      const entry = entries.get(server.name);
      if (entry === undefined) return server;
      const { allowed, changed } = permissionFor(server, entry, bindingOf);
      if (changed !== undefined && server.allowLegacy === false) {
        notes.push(voidNote(server.name, overlay.file, changed));
      }
      return laidOver(server, { ...allowed, ...nameKeysOf(entry) }, overlay.file);
    });
  for (const name of config.disabled) {
    if (entries.get(name)?.disabled === false) notes.push(offNote(name, overlay.file));
  }
  const policy =
    overlay.collision === undefined
      ? {}
      : { collision: overlay.collision, collisionFrom: overlay.file };
  const disabled = [...config.disabled, ...config.servers.filter(isOff).map(({ name }) => name)];
  return { config: { ...config, ...policy, servers, disabled }, notes };
}

type OwnKeys = Partial<Pick<ServerConfig, "allowLegacy" | (typeof NAME_KEYS)[number]>>;

function laidOver(server: ServerConfig, own: OwnKeys, file: string): ServerConfig {
  const keys = Object.keys(own);
  return keys.length === 0
    ? server
    : { ...server, ...own, origin: { ...server.origin, overlay: { file, keys } } };
}

function nameKeysOf(entry: OverlayEntry): OwnKeys {
  const given = NAME_KEYS.filter((key) => entry[key] !== undefined);
  return Object.fromEntries(given.map((key) => [key, entry[key]]));
}

/** What a server is allowed, or how it differs from what was; neither, where nothing was. */
function permissionFor(
  server: ServerConfig,
  { allowLegacy = [] }: OverlayEntry,
  bindingOf: (server: ServerConfig) => BindingDigest,
): { readonly allowed?: OwnKeys; readonly changed?: readonly BindingPart[] } {
  if (allowLegacy.length === 0) return {};
  const binding = bindingOf(server);
  const [nearest] = allowLegacy
    .map((permission) => ({ permission, changed: changedParts(permission.binding, binding) }))
    .toSorted((one, other) => one.changed.length - other.changed.length);
  if (nearest === undefined) return {};
  const { permission, changed } = nearest;
  return changed.length > 0
    ? { changed }
    : { allowed: { allowLegacy: permission.reopen === true ? { reopen: true } : true } };
}

function voidNote(server: string, file: string, changed: readonly BindingPart[]): OverlayNote {
  const parts = changed.map((part) => `\`${part}\``).join(", ");
  const message = `Server ${quoted(server)} was allowed to be legacy in ${file} when its ${parts} ${changed.length > 1 ? "were" : "was"} another; the permission is void. Look at the server, and allow it anew.`;
  return { code: "allow_legacy_void", server, changed, message };
}

function offNote(server: string, file: string): OverlayNote {
  const message = `Server ${quoted(server)} is switched off where it is declared, and ${file} cannot switch it on. Remove \`disabled\` there.`;
  return { code: "disabled_in_file", server, message };
}

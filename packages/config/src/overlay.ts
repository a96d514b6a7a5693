import { type BindingDigest, changedParts } from "./binding-digest.js";
import type { CollisionPolicy, ServerOptions } from "./config.js";

/** That a server may be spoken to in the legacy era, as long as it is reached by exactly this binding. */
export interface LegacyPermission {
  readonly binding: BindingDigest;
  /** As in `"allowLegacy": { "reopen": true }`. */
  readonly reopen?: true;
}

/** What an overlay says of the servers of one name, in whichever file they are declared. */
export interface OverlayEntry
  extends Pick<
    ServerOptions,
    "probeTimeoutMs" | "legacyProbeTimeoutMs" | "startTimeoutMs" | "tools"
  > {
  readonly name: string;
  readonly disabled?: boolean;
  /** One for each binding that was allowed: two projects can each have a server of this name. */
  readonly allowLegacy?: readonly LegacyPermission[];
}

/** A file with this project's keys alone, laid over files that belong to editors. */
export interface Overlay {
  /** The file as the caller named it. */
  readonly file: string;
  /** A random text of 16 characters or more, with which bindings are digested. Not there before it is needed. */
  readonly salt?: string;
  readonly collision?: CollisionPolicy;
  /** In the order of the file; names are distinct. */
  readonly servers: readonly OverlayEntry[];
}

/** An overlay that can hold permissions. */
export type SaltedOverlay = Overlay & { readonly salt: string };

/**
 * The overlay with one permission more. One for the same binding is replaced; those for others stay, since
 * they may belong to another project's server of this name.
 */
export function allowLegacyIn(
  overlay: SaltedOverlay,
  name: string,
  permission: LegacyPermission,
): SaltedOverlay {
  const entry = overlay.servers.find((one) => one.name === name) ?? { name };
  const others = (entry.allowLegacy ?? []).filter(
    ({ binding }) => changedParts(binding, permission.binding).length > 0,
  );
  const allowed = { ...entry, allowLegacy: [...others, permission] };
  const isThere = overlay.servers.includes(entry);
  const servers = isThere
    ? overlay.servers.map((one) => (one === entry ? allowed : one))
    : [...overlay.servers, allowed];
  return { ...overlay, servers };
}

/**
 * The text of an overlay's file: JSON, indented by two spaces, with a line end; servers by name and keys in
 * one order, so that equal overlays are equal texts. {@link parseOverlay} reads it.
 */
export function overlayText(overlay: Overlay): string {
  const { salt, collision } = overlay;
  const servers = overlay.servers
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((entry) => [entry.name, entryOf(entry)] as const);
  // `undefined` is left out by JSON.
  return `${JSON.stringify({ salt, collision, servers: Object.fromEntries(servers) }, null, 2)}\n`;
}

function entryOf(entry: OverlayEntry): object {
  const { disabled, probeTimeoutMs, legacyProbeTimeoutMs, startTimeoutMs, tools } = entry;
  return {
    disabled,
    allowLegacy: entry.allowLegacy?.map(({ binding, reopen }) => ({
      ...(binding.type === "http"
        ? { type: binding.type, url: binding.url }
        : {
            type: binding.type,
            command: binding.command,
            args: binding.args,
            cwd: binding.cwd,
            env: binding.env,
          }),
      reopen,
    })),
    probeTimeoutMs,
    legacyProbeTimeoutMs,
    startTimeoutMs,
    tools: tools === undefined ? undefined : { include: tools.include, exclude: tools.exclude },
  };
}

import type { InputAnswers } from "@x/input";
import { type ClientCapabilities, LEGACY_REVISIONS, MODERN_REVISIONS } from "@x/wire";
import type { ClientOptions } from "./client-options.js";

/** What a server is told that this client can do for it. */
export interface Declaration {
  /** From the first message on. */
  readonly capabilities: ClientCapabilities;
  /** In `initialize`, all at once: a legacy server cannot demand more. */
  readonly legacyCapabilities: ClientCapabilities;
  /** Once it demands it. */
  readonly declarable: ClientCapabilities;
}

const [NEWEST = ""] = MODERN_REVISIONS;
const [NEWEST_LEGACY = ""] = LEGACY_REVISIONS;

/** What to declare to every server: exactly what the host can do. */
export function declarationOf({ answers, extensions = {} }: Abilities): Declaration {
  // Revisions without extensions leave the set of capabilities open.
  const ofHost = Object.keys(extensions).length === 0 ? {} : { extensions };
  return {
    capabilities: { ...answers?.declared(NEWEST), ...ofHost },
    legacyCapabilities: { ...answers?.declared(NEWEST_LEGACY), ...ofHost },
    declarable: answers?.declarable?.(NEWEST) ?? {},
  };
}

/** What the host can do. */
export interface Abilities {
  readonly answers: InputAnswers | undefined;
  readonly extensions: ClientOptions["extensions"];
}

import type { InputAnswers } from "@x/input";
import { type ClientCapabilities, LEGACY_REVISIONS, MODERN_REVISIONS } from "@x/wire";
import type { ClientOptions } from "./client-options.js";
import type { ServerOptions } from "./server-options.js";

/** What one server is told that this client can do for it. */
export interface Declaration {
  /** From the first message on. */
  readonly capabilities: ClientCapabilities;
  /** Once it demands it. */
  readonly declarable: ClientCapabilities;
}

const [NEWEST = ""] = MODERN_REVISIONS;
const [NEWEST_LEGACY = ""] = LEGACY_REVISIONS;

/**
 * What to declare to a server with these options: exactly what the host can do.
 *
 * A server that may be legacy is told of all from the start, as its one chance to learn of it is
 * `initialize`.
 */
export function declarationFor(
  { allowLegacy = false }: ServerOptions,
  { answers, extensions = {} }: Abilities,
): Declaration {
  const ofHandlers = answers?.declared(allowLegacy === false ? NEWEST : NEWEST_LEGACY) ?? {};
  // Revisions without extensions leave the set of capabilities open.
  const ids = Object.keys(extensions);
  const capabilities = ids.length === 0 ? ofHandlers : { ...ofHandlers, extensions };
  return { capabilities, declarable: answers?.declarable?.(NEWEST) ?? {} };
}

/** What the host can do. */
export interface Abilities {
  readonly answers: InputAnswers | undefined;
  readonly extensions: ClientOptions["extensions"];
}

import { type ClientCapabilities, isJsonObject, type JsonObject } from "@x/wire";
import type { InputHandlers } from "./handlers.js";

/** What handlers can do for a server of one revision. */
export interface Abilities {
  readonly form: boolean;
  readonly url: boolean;
  readonly sampling: boolean;
  readonly samplingTools: boolean;
  readonly roots: boolean;
}

/** Elicitation came with this revision, as forms only. */
const WITH_FORMS = "2025-06-18";
/** Elicitation by URL came with this one, and tools in sampling. */
const WITH_PARTS = "2025-11-25";

/** What handlers can do, as far as a revision has it. Revisions compare as the dates that they are. */
function abilitiesOf({ elicitation, sampling, roots }: InputHandlers, revision: string): Abilities {
  const hasParts = revision >= WITH_PARTS;
  return {
    form: elicitation?.form !== undefined && revision >= WITH_FORMS,
    url: elicitation?.url !== undefined && hasParts,
    sampling: sampling !== undefined,
    samplingTools: sampling?.tools === true && hasParts,
    roots: roots !== undefined,
  };
}

/** The server that asks, as far as it decides what it may ask for. */
export interface ToldServer {
  readonly revision: string;
  readonly declared?: ClientCapabilities | undefined;
}

/** What a server may have of the handlers: what it was told that they can do. */
export function openTo(handlers: InputHandlers, { revision, declared }: ToldServer): Abilities {
  const can = abilitiesOf(handlers, revision);
  if (declared === undefined) return can;
  const { elicitation, sampling, roots } = declared;
  // An empty elicitation stands for forms.
  const isEmpty = elicitation !== undefined && Object.keys(elicitation).length === 0;
  return {
    form: can.form && (isEmpty || isJsonObject(elicitation?.["form"])),
    url: can.url && isJsonObject(elicitation?.["url"]),
    sampling: can.sampling && sampling !== undefined,
    samplingTools: can.samplingTools && isJsonObject(sampling?.["tools"]),
    roots: can.roots && roots !== undefined,
  };
}

/**
 * What to declare for these handlers to a server of this revision: exactly what they can do, and
 * nothing without them.
 *
 * A modern client declares it with every request, a legacy one once, in `initialize`. `listChanged` of
 * roots is never declared: nobody here tells servers of changes.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#capabilities}
 */
export function declaredCapabilities(
  handlers: InputHandlers,
  revision: string,
): ClientCapabilities {
  const { form, url, sampling, samplingTools, roots } = abilitiesOf(handlers, revision);
  const modes: JsonObject =
    revision < WITH_PARTS ? {} : { ...(form ? { form: {} } : {}), ...(url ? { url: {} } : {}) };
  return {
    ...(form || url ? { elicitation: modes } : {}),
    ...(sampling ? { sampling: samplingTools ? { tools: {} } : {} } : {}),
    ...(roots ? { roots: {} } : {}),
  };
}

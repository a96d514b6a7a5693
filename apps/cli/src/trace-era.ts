import {
  isJsonObject,
  isResultResponse,
  modernError,
  type Notification,
  PROTOCOL_VERSION_KEY,
  type Request,
  type Response,
} from "@x/wire";

/** Something that decides an era, or is taken into account for that. */
export interface EraMark {
  /** `evidence` decides nothing yet. */
  readonly type: "evidence" | "settled";
  readonly era: "legacy" | "modern" | "unknown";
  /** Revisions that are named. */
  readonly revisions: readonly string[];
}

/** Follows how the era of one connection was decided. */
export class TraceEra {
  #settled: EraMark["era"] | undefined;
  #legacyRevision: string | undefined;

  /** Which era it is, once that is decided. */
  get settled(): EraMark["era"] | undefined {
    return this.#settled;
  }

  /** What a client says only once it has decided: that it is initialized, or a request with a revision. */
  ofSent({ method, params }: Request | Notification): EraMark | undefined {
    if (this.#settled !== undefined) return undefined;
    if (method === "notifications/initialized") return this.#settle("legacy", this.#legacyRevision);
    const meta = params?.["_meta"];
    const revision = isJsonObject(meta) ? meta[PROTOCOL_VERSION_KEY] : undefined;
    if (method === "server/discover" || typeof revision !== "string") return undefined;
    return this.#settle("modern", revision);
  }

  /** What the answer to a probe, or to `initialize`, says. */
  ofAnswer(method: string, answer: Response): EraMark | undefined {
    if (this.#settled !== undefined) return undefined;
    switch (method) {
      case "server/discover":
        return isResultResponse(answer)
          ? evidence("modern", answer.result["supportedVersions"])
          : ofError(answer);
      case "initialize": {
        if (!isResultResponse(answer)) return ofError(answer);
        const { protocolVersion } = answer.result;
        if (typeof protocolVersion === "string") this.#legacyRevision = protocolVersion;
        return evidence("legacy", [protocolVersion]);
      }
      default:
        return undefined;
    }
  }

  #settle(era: "legacy" | "modern", revision: string | undefined): EraMark {
    this.#settled = era;
    return { type: "settled", era, revisions: revision === undefined ? [] : [revision] };
  }
}

function ofError({ error }: Exclude<Response, { readonly result: unknown }>): EraMark {
  const modern = modernError(error);
  if (modern === undefined) return { type: "evidence", era: "unknown", revisions: [] };
  const supported = modern.type === "unsupported_version" ? (modern.supported ?? []) : [];
  return { type: "evidence", era: "modern", revisions: supported };
}

/** Where no revision is named there is nothing to go by. */
function evidence(era: "legacy" | "modern", named: unknown): EraMark {
  const all: readonly unknown[] = Array.isArray(named) ? named : [];
  const revisions = all.filter((one) => typeof one === "string");
  return { type: "evidence", era: revisions.length === 0 ? "unknown" : era, revisions };
}

import { URL_ELICITATION_REQUIRED } from "./error-codes.js";
import { isJsonObject } from "./json-object.js";
import type { ErrorObject } from "./message.js";
import { readVisitUrl } from "./visit-url.js";

/** A page that the user has to visit before the request can succeed. All of it is the server's word. */
export interface UrlRequest {
  readonly elicitationId: string;
  /** One that {@link readVisitUrl} lets pass. */
  readonly url: string;
  readonly message: string;
}

/** What an error `-32042` comes to: pages, all of which can be visited, or why they are not to be. */
export type UrlRequests =
  | { readonly type: "requests"; readonly requests: readonly UrlRequest[] }
  | Refused;

interface Refused {
  readonly type: "refused";
  readonly code: "unsafe_url" | "limit_exceeded" | "invalid_request";
  /** Reads on after "it cannot be answered:". No URL is in it. */
  readonly detail: string;
}

/** The most pages that one error may ask for. */
const MAX_REQUESTS = 64;

/**
 * The pages that an error `-32042` asks for; `undefined` for another error, and for one that has no list of
 * any. Each has to be visited, so that one that nobody is to be sent to refuses all.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation}
 */
export function urlRequests({ code, data }: ErrorObject): UrlRequests | undefined {
  if (code !== URL_ELICITATION_REQUIRED || !isJsonObject(data)) return undefined;
  const elicitations = data["elicitations"];
  if (!Array.isArray(elicitations) || elicitations.length === 0) return undefined;
  if (elicitations.length > MAX_REQUESTS) {
    const detail = `it has ${elicitations.length} pages, and the most is ${MAX_REQUESTS}`;
    return { type: "refused", code: "limit_exceeded", detail };
  }
  const requests: UrlRequest[] = [];
  for (const elicitation of elicitations) {
    const request = urlRequest(elicitation);
    if ("type" in request) return request;
    requests.push(request);
  }
  return { type: "requests", requests };
}

function urlRequest(value: unknown): UrlRequest | Refused {
  if (!isJsonObject(value) || value["mode"] !== "url") return malformed("its mode is not url");
  const { elicitationId, url, message } = value;
  if (typeof elicitationId !== "string") return malformed("its elicitationId is not a string");
  if (typeof message !== "string") return malformed("its message is not a string");
  if (typeof url !== "string") return malformed("its url is not a string");
  const reading = readVisitUrl(url);
  return reading.type === "refused" ? reading : { elicitationId, url, message };
}

function malformed(detail: string): Refused {
  return { type: "refused", code: "invalid_request", detail };
}

import { URL_ELICITATION_REQUIRED } from "./error-codes.js";
import { isJsonObject } from "./json-object.js";
import type { ErrorObject } from "./message.js";

/** A page that the user has to visit before the request can succeed. All of it is the server's word. */
export interface UrlRequest {
  readonly elicitationId: string;
  /** With `http:` or `https:`. */
  readonly url: string;
  readonly message: string;
}

/**
 * The pages that an error `-32042` asks for; `undefined` for another error, and for one that names none
 * that can be visited. What is not of the right shape is left out, URLs of other schemes with it.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation}
 */
export function urlRequests({ code, data }: ErrorObject): readonly UrlRequest[] | undefined {
  if (code !== URL_ELICITATION_REQUIRED || !isJsonObject(data)) return undefined;
  const elicitations = data["elicitations"];
  if (!Array.isArray(elicitations)) return undefined;
  const requests = elicitations.flatMap(urlRequest);
  return requests.length === 0 ? undefined : requests;
}

function urlRequest(value: unknown): readonly UrlRequest[] {
  if (!isJsonObject(value) || value["mode"] !== "url") return [];
  const elicitationId = value["elicitationId"];
  const url = value["url"];
  const message = value["message"];
  const isWhole =
    typeof elicitationId === "string" && typeof url === "string" && typeof message === "string";
  return isWhole && /^https?:\/\//i.test(url) ? [{ elicitationId, url, message }] : [];
}

import type { HttpBehaviour, ReceivedRequest } from "../received-request.js";

/** A reply that is said at once and as a whole. */
export interface HttpReply {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  /** A text, or what is made of the request. Default: nothing. */
  readonly body?: string | ((request: ReceivedRequest) => string);
}

/** Replies with a status, headers and a body, whatever is asked. */
export function httpReply({ status, headers = {}, body = "" }: HttpReply): HttpBehaviour {
  return (request, response) => {
    response.writeHead(status, headers).end(typeof body === "string" ? body : body(request));
  };
}

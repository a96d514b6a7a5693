import type { HttpBehaviour } from "@x/testkit";
import type { AuthorizationDemand, Authorize } from "../src/index.js";
import { answering, turns } from "./http-scene.js";

const CHALLENGE = 'Bearer realm="x", scope="tools"';
/** {@link CHALLENGE} as it is told. */
export const challenges = [{ scheme: "bearer", params: { realm: "x", scope: "tools" } }];

/** Refuses whoever has no token of this list, with a status and a text. */
export function guarded(tokens: readonly string[], status = 401): HttpBehaviour {
  return (request, response) => {
    if (tokens.some((token) => request.headers["authorization"] === `Bearer ${token}`)) {
      answering(request, response);
    } else {
      const head = { "www-authenticate": CHALLENGE, "content-type": "text/plain" };
      response.writeHead(status, head).end("Who are you?");
    }
  };
}

/** A hook that gives these tokens, one a time, and then nothing. */
export function giving(
  ...tokens: readonly string[]
): Authorize & { readonly demands: AuthorizationDemand[] } {
  const demands: AuthorizationDemand[] = [];
  const authorize: Authorize = async (demand) => {
    const token = tokens[demands.length];
    demands.push(demand);
    await turns(2);
    return token === undefined ? undefined : { Authorization: `Bearer ${token}` };
  };
  return Object.assign(authorize, { demands });
}

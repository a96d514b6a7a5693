import type { Contender, Endpoint } from "../contender.js";
import { bareOver, type Poster } from "./bare-endpoint.js";

/** The limit over `fetch`. */
export const bareFetch: Contender<Endpoint> = bareOver(fetchPoster);

function fetchPoster({ href }: URL): Poster {
  return {
    post: async (body, headers) => {
      const init = { method: "POST", headers: pairs(headers), body };
      return (await fetch(href, init)).text();
    },
    // Its connections are the platform's, which lets go of them when the server does.
    close: () => {},
  };
}

/** `fetch` sets the host itself, and takes the others by name. */
function pairs([, , ...list]: readonly string[]): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  for (let at = 0; at < list.length; at += 2) headers[list[at] ?? ""] = list[at + 1] ?? "";
  return headers;
}

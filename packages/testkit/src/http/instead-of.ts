import type { HttpBehaviour, ReceivedRequest } from "./received-request.js";

/** What is done with a request instead of the usual; `undefined` where nothing is. */
export type InsteadOf = (request: ReceivedRequest) => HttpBehaviour | undefined;

/** Which requests are meant: those that have all that is given. */
export interface RequestPattern {
  /** The HTTP method. */
  readonly http?: string;
  /** The path, with its query. */
  readonly path?: string;
  /** The method of the message in the body. */
  readonly method?: string;
  /** Only the first so many. Default: all. */
  readonly times?: number;
}

/** Does something else with the requests that fit a pattern. */
export function insteadOf(pattern: RequestPattern, behaviour: HttpBehaviour): InsteadOf {
  const { http, path, method, times = Number.POSITIVE_INFINITY } = pattern;
  let count = 0;
  return (request) => {
    const fits =
      (http === undefined || http === request.method) &&
      (path === undefined || path === request.path) &&
      (method === undefined || method === request.message?.["method"]);
    if (!fits || count >= times) return undefined;
    count += 1;
    return behaviour;
  };
}

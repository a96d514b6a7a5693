import type { UrlRequest } from "@x/wire";
import { answerRound } from "./answer-round.js";
import type { InputContext, InputHandlers } from "./handlers.js";
import type { InputProblem } from "./input-problem.js";

/** What the user said about the pages that an error asks for. */
export type UrlRequestsOutcome =
  /** The user agreed to all of them: once they are done there, the call can be made again. */
  | { readonly type: "accepted" }
  /** The user said no to at least one, or dismissed it. */
  | { readonly type: "declined" }
  | { readonly type: "ended"; readonly problem: InputProblem };

/**
 * Has the user visit the pages that an error `-32042` of a legacy server asks for, with the handler for
 * elicitation by URL. Give it the requests that `urlRequests()` of `@x/wire` finds in the error.
 *
 * The server is told nothing: there is no answer to an error, only the next call. Whether the user is done
 * can be told by `notifications/elicitation/complete`, or by the user.
 * Specification: {@link https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error}
 */
export async function answerUrlRequests(
  requests: readonly UrlRequest[],
  handlers: InputHandlers,
  context: InputContext,
): Promise<UrlRequestsOutcome> {
  const asked = requests.map((params, at) => {
    const request = { method: "elicitation/create", params: { mode: "url", ...params } };
    return [String(at), request] as const;
  });
  const round = await answerRound(
    { type: "input_required", requests: new Map(asked) },
    handlers,
    context,
  );
  if (round.type === "ended") return round;
  const [problem] = round.problems;
  if (problem !== undefined) return { type: "ended", problem };
  const responses = Object.values(round.params.inputResponses ?? {});
  return { type: responses.every(({ action }) => action === "accept") ? "accepted" : "declined" };
}

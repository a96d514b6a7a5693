import {
  type CallOptions,
  type Completion,
  type CompletionArgument,
  type CompletionSubject,
  callTool,
  complete,
  getPrompt,
  type PromptResult,
  type ToolResult,
} from "@x/router";
import { requestResult, toolFailure, toolResult } from "./call-error.js";
import { observed } from "./observed.js";
import type { Parts } from "./parts.js";
import { tellFlaws } from "./tell-flaws.js";

/**
 * The result of a tool by its canonical name.
 *
 * @throws ClientError where there is none.
 */
export function toolCall(
  { routes, observer, events }: Parts,
  name: string,
  args?: object,
  options?: CallOptions,
): Promise<ToolResult> {
  // Where nobody observes or checks it, a call is no closure and no promise more.
  const isPlain = observer === undefined && routes.checks === undefined;
  if (isPlain) return callTool(routes, name, args, options).then(toolResult);
  const call = async (): Promise<ToolResult> => {
    const outcome = await callTool(routes, name, args, options);
    if (outcome.type === "result")
      tellFlaws(events, { peer: outcome.entry.peer, method: "tools/call", asked: name }, outcome);
    return toolResult(outcome);
  };
  return observed(observer, { method: "tools/call", tool: name }, call, toolFailure);
}

/**
 * A prompt by its canonical name.
 *
 * @throws ClientError where there is none.
 */
export function promptOf(
  { routes, observer, events }: Parts,
  name: string,
  args?: { readonly [name: string]: string },
  options?: CallOptions,
): Promise<PromptResult> {
  return observed(observer, { method: "prompts/get", prompt: name }, async () => {
    const outcome = await getPrompt(routes, name, args, options);
    if (outcome.type === "result")
      tellFlaws(events, { peer: outcome.peer, method: outcome.method, asked: name }, outcome);
    return requestResult(outcome);
  });
}

/**
 * What an argument could be.
 *
 * @throws ClientError `unknown_server`, and where there is no result.
 */
export function completionOf(
  { peers, routes, observer }: Parts,
  subject: CompletionSubject,
  argument: CompletionArgument,
  options?: CallOptions,
): Promise<Completion> {
  if ("peer" in subject) peers.get(subject.peer);
  const of = "peer" in subject ? { server: subject.peer } : { prompt: subject.prompt };
  return observed(observer, { method: "completion/complete", ...of }, async () =>
    requestResult(await complete(routes, subject, argument, options)),
  );
}

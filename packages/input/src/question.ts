import type { JsonObject } from "@x/wire";
import { type Abilities, openTo, type ToldServer } from "./abilities.js";
import { type Flaw, malformed, quoted, undeclared } from "./flaw.js";
import { type FormRequest, readForm } from "./form.js";
import type { Asker, InputHandlers } from "./handlers.js";
import {
  flawed,
  type InputProblem,
  type Subject,
  undeclaredMethod,
  unknownMethod,
} from "./input-problem.js";
import { type InputRequest, isInputMethod } from "./input-required.js";
import { rootsFlaw } from "./roots.js";
import { type SamplingRequest, samplingFlaw } from "./sampling-request.js";
import { readUrlVisit, type UrlVisit } from "./url-visit.js";

/** A request that was checked, and how its handler is asked. */
export type OpenQuestion = { readonly ask: (asker: Asker) => Promise<unknown> } & (
  | { readonly type: "form"; readonly request: FormRequest }
  | { readonly type: "sampling"; readonly request: SamplingRequest }
  | { readonly type: "url" | "roots" }
);

/**
 * What a request comes to before anybody is asked. `declined` is an elicitation in a mode that was not
 * declared, which has an answer without a handler.
 */
export type Question =
  | OpenQuestion
  | { readonly type: "declined"; readonly problem: InputProblem }
  | { readonly type: "refused"; readonly problem: InputProblem };

/** Whom a request is from, and what it is called. */
export interface Source extends ToldServer {
  readonly peer: string;
  readonly key?: string;
}

/** Checks a request before anybody is asked. */
export function questionOf(
  { method, params = {} }: InputRequest,
  handlers: InputHandlers,
  source: Source,
): Question {
  const { peer, key } = source;
  const subject: Subject = key === undefined ? { peer, method } : { peer, method, key };
  if (!isInputMethod(method)) return { type: "refused", problem: unknownMethod(subject) };
  const can = openTo(handlers, source);
  switch (method) {
    case "elicitation/create":
      return elicitation(params, handlers, can, subject);
    case "sampling/createMessage":
      return sampling(params, handlers, can, subject);
    case "roots/list":
      return roots(params, handlers, can, subject);
  }
}

function elicitation(
  params: JsonObject,
  handlers: InputHandlers,
  can: Abilities,
  subject: Subject,
): Question {
  if (!can.form && !can.url) return refusedMethod(subject);
  // Without a mode it is a form: that is how servers before 2025-11-25 ask.
  const { mode = "form" } = params;
  if (mode === "form") return can.form ? form(params, handlers, subject) : otherMode(subject, mode);
  if (mode === "url") return can.url ? url(params, handlers, subject) : otherMode(subject, mode);
  const given = typeof mode === "string" ? quoted(mode) : "no string";
  return refused(subject, malformed(`its mode is ${given}`));
}

function form(params: JsonObject, { elicitation }: InputHandlers, subject: Subject): Question {
  const request = readForm(params);
  if (isFlaw(request)) return refused(subject, request);
  const ask: OpenQuestion["ask"] = async (asker) => elicitation?.form?.(request, asker);
  return { type: "form", request, ask };
}

function url(params: JsonObject, { elicitation }: InputHandlers, subject: Subject): Question {
  const request = readUrlVisit(params);
  if (isFlaw(request)) return refused(subject, request);
  return { type: "url", ask: async (asker) => elicitation?.url?.(request, asker) };
}

function sampling(
  params: JsonObject,
  { sampling }: InputHandlers,
  can: Abilities,
  subject: Subject,
): Question {
  if (sampling === undefined || !can.sampling) return refusedMethod(subject);
  const found = samplingFlaw(params, can.samplingTools);
  if (found !== undefined) return refused(subject, found);
  const request = params as JsonObject & SamplingRequest;
  return {
    type: "sampling",
    request,
    ask: async (asker) => sampling.createMessage(request, asker),
  };
}

function roots(
  params: JsonObject,
  handlers: InputHandlers,
  can: Abilities,
  subject: Subject,
): Question {
  if (!can.roots) return refusedMethod(subject);
  const found = rootsFlaw(params);
  if (found !== undefined) return refused(subject, found);
  return { type: "roots", ask: async (asker) => handlers.roots?.(asker) };
}

/** For what this side built: an object of the server's could say so of itself. */
function isFlaw(value: FormRequest | UrlVisit | Flaw): value is Flaw {
  return "type" in value;
}

function refusedMethod(subject: Subject): Question {
  return { type: "refused", problem: undeclaredMethod(subject) };
}

function refused(subject: Subject, flaw: Flaw): Question {
  return { type: "refused", problem: flawed(subject, flaw) };
}

function otherMode(subject: Subject, mode: "form" | "url"): Question {
  const flaw = undeclared(`this client did not declare elicitation.${mode}`);
  return { type: "declined", problem: flawed(subject, flaw) };
}

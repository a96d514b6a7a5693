import type { JsonObject } from "@x/wire";
import { abilitiesOf } from "./abilities.js";
import { type Flaw, malformed, quoted, undeclared } from "./flaw.js";
import { type FormRequest, readForm } from "./form.js";
import type {
  FormHandler,
  InputHandlers,
  RootsHandler,
  SamplingHandler,
  UrlHandler,
} from "./handlers.js";
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

/**
 * A request that was checked, with the handler that it is for. `declined` is an elicitation in a mode
 * that was not declared, which has an answer without a handler.
 */
export type Question =
  | { readonly type: "form"; readonly request: FormRequest; readonly handler: FormHandler }
  | { readonly type: "url"; readonly request: UrlVisit; readonly handler: UrlHandler }
  | {
      readonly type: "sampling";
      readonly request: SamplingRequest;
      readonly handler: SamplingHandler;
    }
  | { readonly type: "roots"; readonly handler: RootsHandler }
  | { readonly type: "declined"; readonly problem: InputProblem }
  | { readonly type: "refused"; readonly problem: InputProblem };

/** Checks a request before anybody is asked. */
export function questionOf(
  { method, params = {} }: InputRequest,
  handlers: InputHandlers,
  {
    peer,
    revision,
    key,
  }: { readonly peer: string; readonly revision: string; readonly key?: string },
): Question {
  const subject: Subject = key === undefined ? { peer, method } : { peer, method, key };
  if (!isInputMethod(method)) return { type: "refused", problem: unknownMethod(subject) };
  const can = abilitiesOf(handlers, revision);
  switch (method) {
    case "elicitation/create": {
      const { form, url } = handlers.elicitation ?? {};
      const known = { form: can.form ? form : undefined, url: can.url ? url : undefined };
      return elicitation(params, known, subject);
    }
    case "sampling/createMessage":
      return handlers.sampling === undefined
        ? refusedMethod(subject)
        : sampling(params, handlers.sampling.createMessage, can.samplingTools, subject);
    case "roots/list": {
      if (handlers.roots === undefined) return refusedMethod(subject);
      const found = rootsFlaw(params);
      return found === undefined
        ? { type: "roots", handler: handlers.roots }
        : refused(subject, found);
    }
  }
}

function elicitation(
  params: JsonObject,
  { form, url }: { readonly form: FormHandler | undefined; readonly url: UrlHandler | undefined },
  subject: Subject,
): Question {
  if (form === undefined && url === undefined) return refusedMethod(subject);
  // Without a mode it is a form: that is how servers before 2025-11-25 ask.
  const { mode = "form" } = params;
  if (mode === "form") {
    if (form === undefined) return otherMode(subject, mode);
    const request = readForm(params);
    return isFlaw(request) ? refused(subject, request) : { type: "form", request, handler: form };
  }
  if (mode === "url") {
    if (url === undefined) return otherMode(subject, mode);
    const request = readUrlVisit(params);
    return isFlaw(request) ? refused(subject, request) : { type: "url", request, handler: url };
  }
  const given = typeof mode === "string" ? quoted(mode) : "no string";
  return refused(subject, malformed(`its mode is ${given}`));
}

function sampling(
  params: JsonObject,
  handler: SamplingHandler,
  canUseTools: boolean,
  subject: Subject,
): Question {
  const found = samplingFlaw(params, canUseTools);
  if (found !== undefined) return refused(subject, found);
  return { type: "sampling", request: params as JsonObject & SamplingRequest, handler };
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

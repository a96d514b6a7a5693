import type { AbortSignalLike, ClientCapabilities } from "@x/wire";
import type { FormRequest } from "./form.js";
import type { FieldValue } from "./form-field.js";
import type { Root } from "./roots.js";
import type { SamplingRequest } from "./sampling-request.js";
import type { SamplingResult } from "./sampling-result.js";
import type { UrlVisit } from "./url-visit.js";

/**
 * What a host can do for servers. What is not here is not declared, and is refused.
 *
 * The same handlers serve modern and legacy servers. Each gets a request that was checked, and whose it
 * is; its answer is checked too before it leaves. A handler may take its time, and several run side by
 * side; one that is not wanted any more is told by the signal, and what it then answers is not looked at.
 *
 * Sampling and roots are deprecated: give handlers for them only where a server still needs them.
 */
export interface InputHandlers {
  readonly elicitation?: {
    /** Shows the user a form. */
    readonly form?: FormHandler;
    /** Sends the user to a page. */
    readonly url?: UrlHandler;
  };
  readonly sampling?: {
    readonly createMessage: SamplingHandler;
    /** The model can be given tools. Without it, requests with tools are refused. */
    readonly tools?: true;
  };
  readonly roots?: RootsHandler;
}

/**
 * Shows a form, of which the user must see who asks, and which they can change, decline or dismiss.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#user-interaction-model}
 */
export type FormHandler = (request: FormRequest, asker: Asker) => Promise<FormAnswer>;

/**
 * Asks the user whether to visit a page, shows its full URL, and opens it only if they agree: nothing may
 * fetch it before. `accept` means that the user agreed, not that they are done there.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling}
 */
export type UrlHandler = (request: UrlVisit, asker: Asker) => Promise<UrlAnswer>;

/**
 * Asks a model, with a human in the loop who can say no.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/sampling}
 */
export type SamplingHandler = (request: SamplingRequest, asker: Asker) => Promise<SamplingAnswer>;

/**
 * Gives the directories and files that this server may know of, asked anew each time.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/roots}
 */
export type RootsHandler = (asker: Asker) => Promise<readonly Root[]>;

/** What the user did with a form: submitted it, said no, or dismissed it. */
export type FormAnswer =
  | { readonly action: "accept"; readonly content: { readonly [field: string]: FieldValue } }
  | Refusal;

/** What the user said about a page. */
export type UrlAnswer = { readonly action: "accept" } | Refusal;

/** What the model said, or that it is not to be asked. */
export type SamplingAnswer = SamplingResult | { readonly action: "decline" };

/** An explicit no, or no answer at all. */
export interface Refusal {
  readonly action: "decline" | "cancel";
}

/** Who asks, to be shown to the user. */
export interface Asker {
  /** The name that the host's own configuration has for the server. */
  readonly peer: string;
  /** What the server was doing for this client; absent where that is not known. */
  readonly asked?: Asked;
  /**
   * Set off where the answer is not wanted any more. It is none of a platform's: to give one to `fetch`,
   * abort a controller when this goes off.
   */
  readonly signal: AbortSignalLike;
}

/** A tool or prompt by its name, or a resource by its URI. */
export type Asked =
  | { readonly type: "tool" | "prompt"; readonly name: string }
  | { readonly type: "resource"; readonly uri: string };

/** On whose behalf, and for which server, requests are answered. */
export interface InputContext {
  readonly peer: string;
  /** The settled revision of the connection: it decides what was declared, and the shape of answers. */
  readonly revision: string;
  /**
   * What the request declared that the server asks in answer to; what is not in it is refused. Default:
   * all that the handlers can do.
   */
  readonly declared?: ClientCapabilities;
  readonly asked?: Asked;
  readonly signal?: AbortSignalLike;
  /** Milliseconds since some fixed moment, by which it is bounded how often a server has a model asked. */
  readonly now?: number;
}

import type { SubscriptionEvent, SubscriptionFilter } from "@x/subscriptions";
import { jsonLine } from "./json-document.js";
import { oneLine } from "./printable.js";
import type { Redaction } from "./redaction.js";

const LONGEST = 10_000;

/** An event as a line for people. Without times: what happens twice is told in the same words. */
export function heardText(event: SubscriptionEvent, { structure, text }: Redaction): string {
  return `${oneLine(sentence(redacted(event, structure, text)), LONGEST)}\n`;
}

/** An event as a line for programs: JSON, with a `type` that tells what else is in it. */
export function heardJson(event: SubscriptionEvent, { structure, text }: Redaction): string {
  const { type, ...rest } = redacted(event, structure, text);
  return jsonLine({ type, ...rest });
}

/** Names of what a filter asks for, URIs last. */
export function topicsOf(filter: SubscriptionFilter): readonly string[] {
  const { toolsListChanged, promptsListChanged, resourcesListChanged } = filter;
  return [
    ...(toolsListChanged === true ? ["tools"] : []),
    ...(promptsListChanged === true ? ["prompts"] : []),
    ...(resourcesListChanged === true ? ["resources"] : []),
    ...(filter.resourceSubscriptions ?? []),
  ];
}

/** What is printed of an event: without the operator's secrets, and of an error only what is short. */
type Shown =
  | Exclude<SubscriptionEvent, { readonly type: "lost" | "refused" }>
  | {
      readonly type: "lost";
      readonly cause: string;
      readonly message: string;
      readonly againInMs: number | null;
    }
  | {
      readonly type: "refused";
      readonly refusal: {
        readonly type: string;
        readonly code?: number;
        readonly status?: number;
      };
      readonly message: string;
    };

function redacted(
  event: SubscriptionEvent,
  structure: Redaction["structure"],
  text: Redaction["text"],
): Shown {
  switch (event.type) {
    case "tools_changed":
    case "prompts_changed":
    case "resources_changed":
    case "overflow":
      return event;
    case "resource_updated":
    case "acknowledged":
    case "may_have_changed":
      return structure(event);
    case "ended":
      return { ...event, message: text(event.message) };
    case "lost": {
      const { type, cause, message, againInMs = null } = event;
      return { type, cause, message: text(message), againInMs };
    }
    case "refused": {
      const { type, refusal, message } = event;
      return { type, refusal: shownRefusal(refusal), message: text(message) };
    }
  }
}

function shownRefusal(
  refusal: Extract<SubscriptionEvent, { readonly type: "refused" }>["refusal"],
): Extract<Shown, { readonly type: "refused" }>["refusal"] {
  return refusal.type === "error" ? { type: "error", code: refusal.error.code } : refusal;
}

function sentence(event: Shown): string {
  switch (event.type) {
    case "tools_changed":
      return "tools changed";
    case "prompts_changed":
      return "prompts changed";
    case "resources_changed":
      return "resources changed";
    case "resource_updated":
      return `updated: ${event.uri}`;
    case "acknowledged": {
      const missing = topicsOf(event.unsupported);
      const rest = missing.length === 0 ? "" : `; not promised: ${missing.join(", ")}`;
      return `acknowledged: ${topicsOf(event.agreed).join(", ") || "nothing"}${rest}`;
    }
    case "may_have_changed":
      return `may have changed: ${topicsOf(event.filter).join(", ")}`;
    case "overflow":
      return `overflow: ${event.dropped} events are missing, and anything may have changed`;
    case "ended":
    case "lost":
    case "refused":
      return `${event.type}: ${event.message}`;
  }
}

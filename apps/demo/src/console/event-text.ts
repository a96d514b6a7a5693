import type { ClientEvent } from "@x/client";
import type { ConsoleEvent } from "./protocol.js";

/** What a page gets of an event: which kind it is, whose, and one sentence. */
export type EventText = Pick<ConsoleEvent, "kind" | "peer" | "text">;

type Diff = Extract<ClientEvent, { readonly type: "tools" | "prompts" }>["diff"];
type Subscription = Extract<ClientEvent, { readonly type: "subscription" }>["event"];

/** An event of the client in words. */
export function eventText(event: ClientEvent): EventText {
  switch (event.type) {
    case "peer": {
      const { name, state, message, retryInMs } = event.report;
      const again = retryInMs === undefined ? "" : ` Tried again in ${Math.round(retryInMs)} ms.`;
      return { kind: "peer", peer: name, text: `${state}: ${message}${again}` };
    }
    case "failing":
      return {
        kind: "peer",
        peer: event.report.name,
        text: `failed ${event.failures} times in a row: ${event.report.message}`,
      };
    case "tools":
    case "prompts":
      return { kind: "names", peer: null, text: `${event.type} changed: ${diffText(event.diff)}` };
    case "resources":
      return { kind: "names", peer: event.peer, text: "its resources changed, or may have" };
    case "list_failed":
      return {
        kind: "names",
        peer: event.peer,
        text: `its list of ${event.list} could not be read: ${event.problem.message}`,
      };
    case "subscription":
      return {
        kind: "subscription",
        peer: event.peer,
        text: subscriptionText(event.event),
      };
    case "fault":
      return {
        kind: "fault",
        peer: event.peer,
        text: `${event.fault.code}: ${event.fault.message}${quoted(event.fault)}`,
      };
    case "input_problem":
      return {
        kind: "other",
        peer: event.peer,
        text: `input: ${event.problem.code}: ${event.problem.message}`,
      };
    case "content_flaws":
      return {
        kind: "fault",
        peer: event.peer,
        text: `${event.method} of ${event.asked}: ${event.flaws.map(({ message }) => message).join(" ")}`,
      };
    case "log":
      return { kind: "other", peer: event.peer, text: `log: ${JSON.stringify(event.message)}` };
    case "notification":
      return { kind: "other", peer: event.peer, text: event.notification.method };
    case "observer_failed":
      return { kind: "other", peer: null, text: `${event.option}: ${event.message}` };
    case "store_fault":
      return { kind: "other", peer: null, text: `store: ${JSON.stringify(event.fault)}` };
  }
}

/** How a subscription stands, in a sentence. */
export function subscriptionText(event: Subscription): string {
  switch (event.type) {
    case "acknowledged":
      return `acknowledged: ${namesOf(event.agreed)}`;
    case "may_have_changed":
      return `something may have changed after ${event.after.replace("_", " ")}: ${namesOf(event.filter)}`;
    case "ended":
    case "lost":
      return `${event.type}: ${event.message}`;
    case "refused":
      return `refused: ${event.message}`;
    case "overflow":
      return `overflow: ${event.dropped} events are missing`;
    case "resource_updated":
      return `resource updated: ${event.uri}`;
    case "tools_changed":
    case "prompts_changed":
    case "resources_changed":
      return event.type.replace("_", " ");
  }
}

function namesOf(filter: object): string {
  return Object.keys(filter).join(", ") || "nothing";
}

function diffText({ added, removed, changed, collisions, quarantined }: Diff): string {
  const names = (list: readonly { readonly canonical: string }[]): string =>
    list.map(({ canonical }) => canonical).join(", ");
  return (
    [
      added.length > 0 ? `added ${names(added)}` : "",
      removed.length > 0 ? `removed ${names(removed)}` : "",
      changed.length > 0 ? `changed ${names(changed)}` : "",
      ...collisions.map(({ message }) => message),
      ...quarantined.map(({ message }) => message),
    ]
      .filter((part) => part !== "")
      .join("; ") || "nothing by name"
  );
}

function quoted(fault: object): string {
  return "text" in fault && typeof fault.text === "string" ? ` "${fault.text}"` : "";
}

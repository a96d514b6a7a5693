import { isJsonObject, type JsonObject } from "@x/wire";
import { jsonText } from "./json-document.js";
import { oneLine } from "./printable.js";
import type { EraMark } from "./trace-era.js";
import type { Told, TraceFault } from "./trace-story.js";

const LONGEST = 120;
const LONGEST_METHOD = 60;

const ARROWS: { readonly [direction in Told["direction"]]: string } = {
  sent: "->",
  received: "<-",
  closed: "--",
};

const FAULTS: { readonly [fault in TraceFault]: string } = {
  foreign_id: "answers nothing that was asked",
  invalid_message: "no message",
  second_answer: "was answered before",
  server_request: "a request that a modern server must not send",
};

/** A line of a trace for people. @param who names its connection, of a width of its own. */
export function eventText(told: Told, who: string): string {
  const { at, direction, bytes, latencyMs, isLate, era, fault } = told;
  const parts = [
    whatText(told),
    ...(latencyMs === undefined ? [] : [`after ${latencyMs} ms`]),
    ...(bytes === undefined ? [] : [`${bytes} bytes`]),
    ...(isLate === true ? ["late: it was cancelled"] : []),
    ...(era === undefined ? [] : [eraText(era)]),
    ...(fault === undefined ? [] : [`FAULT: ${FAULTS[fault]}`]),
  ];
  const holds = holdsText(told);
  const line = `${at.toFixed(1).padStart(9)} ms  ${who}  ${ARROWS[direction]} ${parts.join(", ")}`;
  return holds === ""
    ? `${line}\n`
    : `${line}\n${" ".repeat(12)}  ${" ".repeat(who.length)}     ${holds}\n`;
}

/** An id as it stands in the message, cut. */
export function idText(id: unknown): string {
  return oneLine(JSON.stringify(id) ?? "none", 40);
}

/** The name of a method, on one line. */
export function methodText(method: string): string {
  return oneLine(method, LONGEST_METHOD);
}

function whatText({ kind, method, id, holds }: Told): string {
  const named = method === undefined ? "" : methodText(method);
  switch (kind) {
    case "request":
      return `${named} #${idText(id)}`;
    case "notification":
      return named;
    case "response": {
      const what = isJsonObject(holds) && "error" in holds ? "error" : "result";
      return `${named === "" ? "" : `${named} `}#${idText(id)} ${what}`;
    }
    case "invalid":
      return "a frame";
    case "end":
      return isJsonObject(holds) ? `closed: ${shown(holds["closed"])}` : "closed";
  }
}

function eraText({ type, era, revisions }: EraMark): string {
  const named = revisions.length === 0 ? "" : ` ${oneLine(revisions.join(", "), LONGEST)}`;
  if (type === "settled") return `ERA: ${era}${named}`;
  return era === "unknown" ? "says nothing of its era" : `shows itself as ${era}:${named}`;
}

/** What is in it, as far as that fits a line; nothing where the line has it already. */
function holdsText({ kind, holds }: Told): string {
  if (typeof holds === "string") return shown(holds);
  if (!isJsonObject(holds)) return shown(jsonText(holds));
  switch (kind) {
    case "request":
    case "notification":
      return memberText(holds["params"]);
    case "response": {
      const { error } = holds;
      if (!isJsonObject(error)) return memberText(holds["result"]);
      return shown(`${String(error["code"])} ${JSON.stringify(error["message"]) ?? ""}`);
    }
    case "invalid":
      return shown(jsonText(holds));
    case "end":
      return shown(holds["message"]);
  }
}

/** Without what says who asks, and how: that is the same everywhere. */
function memberText(member: unknown): string {
  if (!isJsonObject(member)) return "";
  const { _meta, ...rest } = member as JsonObject;
  return Object.keys(rest).length === 0 ? "" : shown(jsonText(rest));
}

function shown(text: unknown): string {
  // Cut before it is looked through: a frame may have any length.
  return typeof text === "string" ? oneLine(text.slice(0, LONGEST * 4), LONGEST) : "";
}

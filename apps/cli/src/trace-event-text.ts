import { isJsonObject, type JsonObject } from "@x/wire";
import { jsonText } from "./json-document.js";
import { oneLine } from "./printable.js";
import type { EraMark } from "./trace-era.js";
import type { Told, TraceFault } from "./trace-story.js";

/** What a line says of what is in a frame, where it has no width to fit. */
const LONGEST = 120;
const SHORTEST = 40;
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

/**
 * A line of a trace for people, and one of what is in it, cut to the columns of a terminal.
 *
 * @param who names its connection, of a width of its own.
 */
export function eventText(told: Told, who: string, columns?: number): string {
  const { at, direction, bytes, latencyMs, isLate, era, fault } = told;
  const parts = [
    whatText(told),
    ...(latencyMs === undefined ? [] : [`after ${latencyMs} ms`]),
    ...(bytes === undefined ? [] : [`${bytes} bytes`]),
    ...(isLate === true ? ["late: it was cancelled"] : []),
    ...(era === undefined ? [] : [eraText(era)]),
    ...(fault === undefined ? [] : [`FAULT: ${FAULTS[fault]}`]),
  ];
  const indent = " ".repeat(12 + 2 + who.length + 5);
  const room = columns === undefined ? LONGEST : Math.max(columns - indent.length, SHORTEST);
  const holds = holdsText(told, room);
  const line = `${at.toFixed(1).padStart(9)} ms  ${who}  ${ARROWS[direction]} ${parts.join(", ")}`;
  return holds === "" ? `${line}\n` : `${line}\n${indent}${holds}\n`;
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
function holdsText({ kind, holds }: Told, room: number): string {
  if (typeof holds === "string") return shown(holds, room);
  if (!isJsonObject(holds)) return shown(jsonText(holds), room);
  switch (kind) {
    case "request":
    case "notification":
      return memberText(holds["params"], room);
    case "response": {
      const { error } = holds;
      if (!isJsonObject(error)) return memberText(holds["result"], room);
      return shown(`${String(error["code"])} ${JSON.stringify(error["message"]) ?? ""}`, room);
    }
    case "invalid":
      return shown(jsonText(holds), room);
    case "end":
      return shown(holds["message"], room);
  }
}

/** Without what says who asks, and how: that is the same everywhere. */
function memberText(member: unknown, room: number): string {
  if (!isJsonObject(member)) return "";
  const { _meta, ...rest } = member as JsonObject;
  return Object.keys(rest).length === 0 ? "" : shown(jsonText(rest), room);
}

function shown(text: unknown, room = LONGEST): string {
  // Cut before it is looked through: a frame may have any length.
  return typeof text === "string" ? oneLine(text.slice(0, room * 4), room) : "";
}

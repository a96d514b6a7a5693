/**
 * Where a request belongs in a distributed trace, as three headers of other protocols have it.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta}
 */
export interface TraceContext {
  /** W3C Trace Context, `traceparent`: `00-<trace id>-<parent id>-<flags>` in lower-case hex. */
  readonly traceparent: string;
  /** W3C Trace Context, `tracestate`: up to 32 members `key=value`, with commas between them. */
  readonly tracestate?: string;
  /** W3C Baggage: members `key=value`, each with properties behind semicolons. */
  readonly baggage?: string;
}

/** The keys of `_meta` that have to hold a value of a {@link TraceContext}, where they are there. */
export const TRACE_KEYS = ["traceparent", "tracestate", "baggage"] as const;

/** Whether a value is one that the W3C recommendation for this key allows. Linear in its length. */
export function isTraceValue(key: (typeof TRACE_KEYS)[number], value: unknown): boolean {
  if (typeof value !== "string") return false;
  switch (key) {
    case "traceparent":
      return isTraceparent(value);
    case "tracestate":
      return isTracestate(value);
    case "baggage":
      return isBaggage(value);
  }
}

/** Version 00 has exactly these parts; later ones may have more behind them, `ff` is none. */
function isTraceparent(value: string): boolean {
  const [, version, traceId, parentId, more] = TRACEPARENT.exec(value) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== "")) return false;
  return !/^0+$/.test(traceId ?? "") && !/^0+$/.test(parentId ?? "");
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}((?:-.*)?)$/;

const MAX_MEMBERS = { tracestate: 32, baggage: 180 };
const MAX_LENGTH = 8192;

function isTracestate(value: string): boolean {
  const members = value.split(",").map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ""));
  const keys = members.filter((member) => member !== "").map((member) => member.split("=", 1)[0]);
  return (
    value.length <= MAX_LENGTH &&
    members.length <= MAX_MEMBERS.tracestate &&
    members.every((member) => member === "" || TRACESTATE_MEMBER.test(member)) &&
    new Set(keys).size === keys.length
  );
}

const TRACESTATE_MEMBER =
  /^(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

function isBaggage(value: string): boolean {
  const members = value.split(",");
  return (
    value.length <= MAX_LENGTH &&
    members.length <= MAX_MEMBERS.baggage &&
    members.every((member) => {
      const [pair = "", ...properties] = member.split(";").map((part) => part.trim());
      return BAGGAGE_PAIR.test(pair) && properties.every((one) => BAGGAGE_PROPERTY.test(one));
    })
  );
}

const BAGGAGE_PAIR =
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*=[ \t]*[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;
const BAGGAGE_PROPERTY =
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*=[ \t]*[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*)?$/;

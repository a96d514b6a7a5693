import {
  context,
  createTraceState,
  isSpanContextValid,
  type SpanContext,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import type { ClientOptions } from "@x/client";
import { contained } from "./contained.js";

/** Where a request belongs in a distributed trace, as `ClientOptions.trace` gives it. */
export type TraceContext = NonNullable<ReturnType<NonNullable<ClientOptions["trace"]>>>;

/**
 * The trace context of the span that is active now, in the form that the `_meta` of a request takes; none
 * where no span is, or an invalid one. A `tracestate` has only the members that are valid.
 *
 * Baggage is never part of it: it can hold what a server is not to see. Never throws.
 *
 * Specification: {@link https://www.w3.org/TR/trace-context/}
 */
export function traceContext(): TraceContext | undefined {
  return contained(ofActiveSpan);
}

function ofActiveSpan(): TraceContext | undefined {
  const span = trace.getSpanContext(context.active());
  if (span === undefined || !isSpanContextValid(span)) return undefined;
  const tracestate = tracestateOf(span);
  const traceparent = traceparentOf(span);
  return tracestate === "" ? { traceparent } : { traceparent, tracestate };
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  const flags = traceFlags & TraceFlags.SAMPLED ? "01" : "00";
  // Upper case is valid for OpenTelemetry, and not for what is sent.
  return `00-${traceId}-${spanId}-${flags}`.toLowerCase();
}

/** What somebody else made of it may be anything; the API's own reading of it keeps what is valid. */
function tracestateOf({ traceState }: SpanContext): string {
  return traceState === undefined ? "" : createTraceState(traceState.serialize()).serialize();
}

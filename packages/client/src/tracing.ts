import { isJsonObject, isTraceValue, type TraceContext } from "@x/wire";
import type { ClientEvent } from "./client-event.js";
import { observerFailed } from "./observer-failed.js";

/**
 * The host's trace, as requests get it. One that throws, or gives what W3C does not allow, keeps nothing from
 * being sent: what is valid of it is taken, and the rest is told.
 */
export function tracing(
  trace: (() => TraceContext | undefined) | undefined,
  emit: (event: ClientEvent) => void,
): (() => TraceContext | undefined) | undefined {
  if (trace === undefined) return undefined;
  return () => {
    try {
      const context: unknown = trace();
      return context === undefined ? undefined : validContext(context, emit);
    } catch (cause) {
      emit(observerFailed("trace", cause));
      return undefined;
    }
  };
}

function validContext(
  given: unknown,
  emit: (event: ClientEvent) => void,
): TraceContext | undefined {
  const { traceparent, tracestate, baggage } = isJsonObject(given) ? given : {};
  const isValid = (key: keyof TraceContext, value: unknown): value is string => {
    const valid = isTraceValue(key, value);
    if (!valid) emit(observerFailed("trace", `its ${key} is not what W3C allows`));
    return valid;
  };
  if (!isValid("traceparent", traceparent)) return undefined;
  return {
    traceparent,
    ...(tracestate !== undefined && isValid("tracestate", tracestate) ? { tracestate } : {}),
    ...(baggage !== undefined && isValid("baggage", baggage) ? { baggage } : {}),
  };
}

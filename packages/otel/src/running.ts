import {
  type Context,
  context,
  createContextKey,
  type Link,
  type Span,
  type SpanOptions,
  trace,
} from "@opentelemetry/api";

/** An operation, as what happens in it finds it in its context. */
export interface Running {
  readonly link: Link;
  /** How many requests were stamped for it. */
  requests: number;
  isOver: boolean;
}

const RUNNING = createContextKey("@x/otel running");

/** The operation that what happens now belongs to, if any. */
export function running(): Running | undefined {
  return context.active().getValue(RUNNING) as Running | undefined;
}

/** An operation that begins with this span, and the context to do it in. */
export function begin(span: Span): { readonly operation: Running; readonly active: Context } {
  const operation = { link: { context: span.spanContext() }, requests: 0, isOver: false };
  const active = trace.setSpan(context.active(), span).setValue(RUNNING, operation);
  return { operation, active };
}

/**
 * Where a span that begins now belongs. What a connection does by itself, such as coming back, still runs
 * in the context of the bring-up that made it: that is over, and so only a cause, not a parent.
 */
export function placed(): SpanOptions {
  const outer = running();
  return outer?.isOver === true ? { root: true, links: [outer.link] } : {};
}

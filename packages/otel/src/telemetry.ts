import {
  type Attributes,
  type Context,
  context,
  type MeterProvider,
  metrics,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import type { Around, ClientEvent, Ending, Operation } from "@x/client";
import { attributesAtEnd, attributesAtStart, spanAttributes, spanName } from "./attributes.js";
import { contained } from "./contained.js";
import { failureWatch } from "./failures.js";
import { instrumentsOf } from "./instruments.js";
import { begin, placed, running } from "./running.js";
import { type TraceContext, traceContext } from "./trace-context.js";

/** Where spans and metrics go, and what more is in them. */
export interface TelemetryOptions {
  /** Default: the one that is registered with the API, whenever that is. */
  readonly tracerProvider?: TracerProvider;
  /** Default: likewise. */
  readonly meterProvider?: MeterProvider;
  /** Whether spans have the URIs of resources that are read, which may hold what is secret. Default `false`. */
  readonly resourceUris?: boolean;
}

/** What one client is given to be seen. */
export interface Telemetry {
  /** For the option `around`: spans and durations of bring-ups and requests. */
  readonly around: Around;
  /** For the option `trace`: what is sent belongs to the span of its operation. */
  readonly trace: () => TraceContext | undefined;
  /** For `client.on`: counts faults and failures. */
  readonly onEvent: (event: ClientEvent) => void;
}

/**
 * Spans and metrics of one client, through OpenTelemetry's API: where no SDK is registered, nothing comes
 * of them. Nothing is exported from here, and what an SDK throws is told to the API's `diag` alone.
 *
 * That spans have parents, and requests a trace, takes the context manager of an SDK.
 */
export function telemetry(options: TelemetryOptions = {}): Telemetry {
  const tracer = contained(() => (options.tracerProvider ?? trace).getTracer("@x/otel"));
  const instruments = instrumentsOf(() => options.meterProvider ?? metrics.getMeterProvider());
  const failureOf = failureWatch();

  const around = async <E extends Ending>(
    operation: Operation,
    act: () => Promise<E>,
  ): Promise<E> => {
    const startedAt = performance.now();
    const known = attributesAtStart(operation);
    const span = contained(() =>
      tracer?.startSpan(spanName(operation), {
        ...placed(),
        kind: operation.type === "connect" ? SpanKind.INTERNAL : SpanKind.CLIENT,
        attributes: { ...known, ...spanAttributes(operation, options) },
      }),
    );
    const begun = span && contained(() => begin(span));
    const ending = await actIn(begun?.active, act);
    if (begun !== undefined) begun.operation.isOver = true;
    const outcome = attributesAtEnd(operation, ending);
    contained(() => {
      const { operations, connects } = instruments();
      const duration = operation.type === "connect" ? connects : operations;
      const seconds = (performance.now() - startedAt) / 1000;
      duration.record(seconds, { ...known, ...outcome }, begun?.active);
    });
    const requests = begun?.operation.requests ?? 0;
    if (span) finish(span, ending, requests === 0 ? outcome : { ...outcome, [REQUESTS]: requests });
    return ending;
  };

  return {
    around,
    trace: () => {
      const operation = contained(running);
      if (operation !== undefined) operation.requests += 1;
      return traceContext();
    },
    onEvent: (event) => {
      if (event.type === "fault") {
        const { peer, fault } = event;
        const attributes = { "x_mcp.peer": peer, "x_mcp.fault": fault.code };
        contained(() => instruments().faults.add(1, attributes));
      }
      if (event.type !== "peer") return;
      const reason = failureOf(event.report);
      if (reason === undefined) return;
      const attributes = { "x_mcp.peer": event.report.name, "x_mcp.reason": reason };
      contained(() => instruments().failures.add(1, attributes));
    },
  };
}

const REQUESTS = "x_mcp.requests";

/** Acts once, in a context where there is one that works. */
function actIn<E>(active: Context | undefined, act: () => Promise<E>): Promise<E> {
  let acting: Promise<E> | undefined;
  const once = (): Promise<E> => {
    acting ??= act();
    return acting;
  };
  if (active !== undefined) contained(() => context.with(active, once));
  return once();
}

/** Ends a span, whatever of it cannot be said. */
function finish(span: Span, { failure }: Ending, attributes: Attributes): void {
  contained(() => span.setAttributes(attributes));
  contained(() => {
    if (failure === undefined) return;
    const { rpcCode } = failure;
    if (rpcCode !== undefined) span.setAttribute("rpc.response.status_code", String(rpcCode));
    // No description: it would be the server's text.
    span.setStatus({ code: SpanStatusCode.ERROR });
  });
  contained(() => span.end());
}

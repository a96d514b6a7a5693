import { type Counter, type Histogram, type MeterProvider, ValueType } from "@opentelemetry/api";

/** What is measured. Durations in seconds. */
export interface Instruments {
  readonly operations: Histogram;
  readonly connects: Histogram;
  readonly faults: Counter;
  readonly failures: Counter;
}

/** The bounds that the semantic conventions for MCP advise, in seconds. */
const BOUNDARIES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** The instruments of a provider, made once; those of another one when `provider` gives another. */
export function instrumentsOf(provider: () => MeterProvider): () => Instruments {
  let from: MeterProvider | undefined;
  let instruments: Instruments | undefined;
  return () => {
    const now = provider();
    // The global one can be registered later, and unlike tracers, meters do not follow it.
    if (instruments === undefined || from !== now) {
      from = now;
      instruments = instrumentsFrom(now);
    }
    return instruments;
  };
}

function instrumentsFrom(provider: MeterProvider): Instruments {
  const meter = provider.getMeter("@x/otel");
  const seconds = {
    unit: "s",
    valueType: ValueType.DOUBLE,
    advice: { explicitBucketBoundaries: BOUNDARIES },
  };
  return {
    operations: meter.createHistogram("mcp.client.operation.duration", {
      ...seconds,
      description: "How long requests to MCP servers took, over all their attempts.",
    }),
    connects: meter.createHistogram("x_mcp.connect.duration", {
      ...seconds,
      description: "How long it took to open, negotiate and list MCP servers.",
    }),
    faults: meter.createCounter("x_mcp.faults", {
      unit: "{fault}",
      valueType: ValueType.INT,
      description: "How often MCP servers broke a rule of the protocol.",
    }),
    failures: meter.createCounter("x_mcp.failures", {
      unit: "{failure}",
      valueType: ValueType.INT,
      description: "How often MCP servers were lost, or did not come up.",
    }),
  };
}

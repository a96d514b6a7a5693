import { type Attributes, context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { Client, type ClientOptions } from "@x/client";
import { type TelemetryOptions, telemetry } from "../../src/index.js";

/** Collects when it is asked to. */
export class Reader extends MetricReader {
  protected override async onShutdown(): Promise<void> {}
  protected override async onForceFlush(): Promise<void> {}

  async names(): Promise<string[]> {
    const { resourceMetrics } = await this.collect();
    return resourceMetrics.scopeMetrics.flatMap(({ metrics }) =>
      metrics.map(({ descriptor }) => descriptor.name),
    );
  }

  /** Everything that this metric has until now. */
  async series(metric: string): Promise<readonly Series[]> {
    const { resourceMetrics } = await this.collect();
    return resourceMetrics.scopeMetrics
      .flatMap(({ metrics }) => metrics)
      .filter(({ descriptor }) => descriptor.name === metric)
      .flatMap(({ dataPoints }) => dataPoints as readonly Series[]);
  }
}

/** One series of one metric. */
export interface Series {
  readonly attributes: Attributes;
  readonly value: unknown;
}

/** The real SDK, in memory, and a client that is seen by it. */
export class Seen {
  readonly tracerProvider: TracerProvider;
  readonly meterProvider: MeterProvider;
  readonly client: Client;
  readonly #exporter = new InMemorySpanExporter();
  readonly #reader = new Reader();

  constructor(options: Partial<ClientOptions> = {}, more: TelemetryOptions = {}) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const processor = new SimpleSpanProcessor({ exporter: this.#exporter });
    this.tracerProvider = new TracerProvider({ spanProcessors: [processor] });
    this.meterProvider = new MeterProvider({ readers: [this.#reader] });
    const { tracerProvider, meterProvider } = this;
    const { around, trace, onEvent } = telemetry({ tracerProvider, meterProvider, ...more });
    const clientInfo = { name: "test", version: "1" };
    this.client = new Client({ clientInfo, around, trace, ...options });
    this.client.on(onEvent);
  }

  /** The spans that have ended, in that order. */
  async spans(): Promise<readonly ReadableSpan[]> {
    await this.tracerProvider.forceFlush();
    return this.#exporter.getFinishedSpans();
  }

  /** The only span of this name. */
  async span(name: string): Promise<ReadableSpan> {
    const [span, ...others] = (await this.spans()).filter((one) => one.name === name);
    if (span === undefined || others.length > 0) throw new Error(`${others.length + 1} of ${name}`);
    return span;
  }

  /** The names of all metrics that there are until now. */
  names(): Promise<string[]> {
    return this.#reader.names();
  }

  series(metric: string): Promise<readonly Series[]> {
    return this.#reader.series(metric);
  }
}

/** A client with these servers, connected. */
export async function connected(
  servers: { readonly [name: string]: { readonly transport: Parameters<Client["addServer"]>[1] } },
  ...how: ConstructorParameters<typeof Seen>
): Promise<Seen> {
  const seen = new Seen(...how);
  for (const [name, { transport }] of Object.entries(servers)) {
    seen.client.addServer(name, transport, { recover: false });
  }
  await seen.client.connect();
  return seen;
}

/** Lets everything that is under way arrive. */
export async function arrived(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

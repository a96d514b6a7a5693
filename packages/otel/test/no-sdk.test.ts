import { metrics, trace } from "@opentelemetry/api";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { Client } from "@x/client";
import { expect, test } from "vitest";
import { telemetry } from "../src/index.js";
import { Reader } from "./support/seen.js";
import { modern, refusal, traceparentOf } from "./support/server.js";

const clientInfo = { name: "test", version: "1" };

test("where no SDK is registered, all goes as ever, and what is registered later is used", async () => {
  const notes = modern("notes", {
    "tools/call": (frame) =>
      frame.params?.["name"] === "add" ? refusal(frame, -32602) : { content: [] },
  });
  const { around, trace: traced, onEvent } = telemetry();
  const client = new Client({ clientInfo, around, trace: traced });
  client.on(onEvent);
  client.addServer("notes", notes.transport);
  await client.connect();
  expect(await client.callTool("search")).toEqual({ resultType: "complete", content: [] });
  await expect(client.callTool("add")).rejects.toMatchObject({ code: "rpc_error" });
  notes.peers[0]?.send("{");
  expect(notes.received.map(traceparentOf).every((one) => one === undefined)).toBe(true);

  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(provider);
  const reader = new Reader();
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  await client.callTool("search");
  await provider.forceFlush();
  const names = exporter.getFinishedSpans().map(({ name }) => name);
  expect(names).toEqual(["tools/call search"]);
  const [series, ...others] = await reader.series("mcp.client.operation.duration");
  expect(series?.attributes["gen_ai.tool.name"]).toBe("search");
  expect(others).toEqual([]);
  await client.close();
});

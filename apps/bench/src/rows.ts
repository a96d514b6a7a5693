import { COMMAND_LINE_ROWS } from "./command-line-rows.js";
import { HTTP_ROWS } from "./http-rows.js";
import { atLeast, atMost, type Row, row } from "./row.js";

const STDIO_ROWS: readonly Row[] = [
  row("throughput.callsPerSecond", "calls a second, 64 in flight", "1/s", atLeast(4, "official")),
  row("throughput.cpuUs", "  CPU a call", "us", atMost(1.3, "bare")),
  row(
    "throughput-joined.callsPerSecond",
    "calls a second, 64 in flight, replies joined",
    "1/s",
    atLeast(4, "official"),
  ),
  row("throughput-joined.cpuUs", "  CPU a call", "us", atMost(1.3, "bare")),
  row("latency.p50Us", "lone call, p50", "us", atMost(1.1, "bare")),
  row("latency.p99Us", "lone call, p99", "us"),
  row("frames.smallMs", "frame of 1 MiB", "ms"),
  row("frames.middleMs", "frame of 8 MiB", "ms"),
  row("frames.largeMs", "frame of 32 MiB", "ms", atMost(1.3, "bare")),
  row("frames.growth", "  a MiB of it against one of 8", "x", { type: "at_most", value: 1.5 }),
  row("list-1000.listMs", "1,000 tools listed", "ms"),
  row("list-10000.listMs", "10,000 tools listed", "ms", atMost(1.5, "bare")),
  row("list-10000.firstCallMs", "  first call after it", "ms", { type: "at_most", value: 3 }),
  row("list-10000-schemas.listMs", "10,000 tools with output schemas listed", "ms"),
  row("list-10000-schemas.firstCallMs", "  first call after it", "ms", {
    type: "at_most",
    value: 3,
  }),
  row("many-servers.connectedMs", "100 servers connected and listed", "ms"),
  row("many-servers.cpuMs", "  CPU of the client for it", "ms"),
  row("many-servers.startsPerServer", "  processes a server", "x", { type: "at_most", value: 1 }),
  row("first-call.answeredMs", "connect to first call", "ms", atMost(1.2, "bare")),
  row("first-call.processMs", "one-shot process", "ms", atMost(1.3, "bare")),
  row("import.importMs", "import", "ms", atMost(0.25, "official")),
  row("bundle.gzippedBytes", "bundle, minified and gzipped", "bytes", {
    type: "at_most",
    value: 27_000,
  }),
];

/** All rows, in the order in which they are shown. */
export const ROWS: readonly Row[] = [...STDIO_ROWS, ...HTTP_ROWS, ...COMMAND_LINE_ROWS];

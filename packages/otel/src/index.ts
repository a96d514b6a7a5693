export { type Telemetry, type TelemetryOptions, telemetry } from "./telemetry.js";
export { type TraceContext, traceContext } from "./trace-context.js";

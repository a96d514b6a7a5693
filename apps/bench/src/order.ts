import type { HttpContenderName, StdioContenderName } from "./contender.js";

/** So many calls in flight all the time, for so long. */
export interface ThroughputOrder {
  readonly task: "throughput";
  readonly inFlight: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** Calls one after the other. */
export interface LatencyOrder {
  readonly task: "latency";
  readonly warmUpCalls: number;
  readonly calls: number;
}

/** Large answers, of each size as many as `spendMs` has time for. */
export interface FramesOrder {
  readonly task: "frames";
  readonly sizesMib: {
    readonly small: number;
    readonly middle: number;
    readonly large: number;
  };
  readonly spendMs: number;
}

/** What one process measures over stdio, and how much of it. */
export type StdioOrder =
  | (ThroughputOrder & { readonly replies: "joined" | "single" })
  | LatencyOrder
  | FramesOrder
  | { readonly task: "list"; readonly tools: number; readonly outputSchemas: "none" | "each" }
  | { readonly task: "many_servers"; readonly servers: number; readonly toolsEach: number }
  | { readonly task: "first_call"; readonly tools: number };

/** What one process measures over HTTP, and how the server replies. */
export type HttpOrder = { readonly replies: "json" | "sse" } & (
  | ThroughputOrder
  | LatencyOrder
  | FramesOrder
  | { readonly task: "cold"; readonly calls: number }
  | { readonly task: "endpoints"; readonly endpoints: number }
);

/** An order, and who is to carry it out. */
export type Assignment =
  | {
      readonly over: "stdio";
      readonly contender: StdioContenderName;
      readonly order: StdioOrder;
    }
  | { readonly over: "http"; readonly contender: HttpContenderName; readonly order: HttpOrder };

/** Numbers by name; the name ends with the unit. */
export type Measures = { readonly [measure: string]: number };

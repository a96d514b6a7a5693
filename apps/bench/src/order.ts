import type { ContenderName } from "./contender.js";

/** What one process measures, and how much of it. */
export type Order =
  | {
      readonly task: "throughput";
      readonly inFlight: number;
      readonly replies: "joined" | "single";
      readonly warmUpMs: number;
      readonly measureMs: number;
    }
  | { readonly task: "latency"; readonly warmUpCalls: number; readonly calls: number }
  | {
      readonly task: "frames";
      readonly sizesMib: {
        readonly small: number;
        readonly middle: number;
        readonly large: number;
      };
      readonly spendMs: number;
    }
  | { readonly task: "list"; readonly tools: number; readonly outputSchemas: "none" | "each" }
  | { readonly task: "many_servers"; readonly servers: number; readonly toolsEach: number }
  | { readonly task: "first_call"; readonly tools: number };

/** An order, and who is to carry it out. */
export interface Assignment {
  readonly contender: ContenderName;
  readonly order: Order;
}

/** Numbers by name; the name ends with the unit. */
export type Measures = { readonly [measure: string]: number };

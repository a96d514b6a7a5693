import { Buffer } from "node:buffer";
import type { Invocation } from "./invocation.js";
import type { ToolReport } from "./tools-text.js";

/** From here on models choose worse, and several providers refuse. */
const MOST_TOOLS = 128;

/** English text and JSON have about so many bytes a token. */
const BYTES_A_TOKEN = 4;

const MOST_SERVERS = 10;

/** What the tools of one server cost a model that is given all of them. */
export interface ServerCost {
  readonly server: string;
  readonly tools: number;
  /** Of the names, descriptions and input schemas, as JSON. */
  readonly bytes: number;
  /** A rough count. */
  readonly tokens: number;
}

/** The costs by server, the most expensive first. */
export function serverCosts(tools: readonly ToolReport[]): readonly ServerCost[] {
  const of = new Map<string, { tools: number; bytes: number }>();
  for (const { server, name, description, inputSchema } of tools) {
    const cost = of.get(server) ?? { tools: 0, bytes: 0 };
    cost.tools += 1;
    cost.bytes += Buffer.byteLength(JSON.stringify({ name, description, inputSchema }));
    of.set(server, cost);
  }
  return [...of]
    .map(([server, cost]) => {
      return { server, ...cost, tokens: Math.ceil(cost.bytes / BYTES_A_TOKEN) };
    })
    .sort((a, b) => b.bytes - a.bytes);
}

/** Warns of more tools than a model can well choose from, and says which server costs what. */
export function noteCosts(costs: readonly ServerCost[], { note }: Pick<Invocation, "note">): void {
  const tools = costs.reduce((sum, one) => sum + one.tools, 0);
  if (tools <= MOST_TOOLS) return;
  const tokens = costs.reduce((sum, one) => sum + one.tokens, 0);
  note(
    `${tools} tools are more than the ${MOST_TOOLS} that models choose well from and some providers accept; ` +
      `their definitions take about ${tokens} tokens of every conversation. ` +
      `"tools": { "include": [...] } of a server in the configuration lets in only some.`,
  );
  for (const cost of costs.slice(0, MOST_SERVERS)) {
    note(`${cost.server}: ${cost.tools} tools, ${cost.bytes} bytes, about ${cost.tokens} tokens`);
  }
  const more = costs.length - MOST_SERVERS;
  if (more > 0) note(`and ${more} more servers`);
}

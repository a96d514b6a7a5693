import { type Connection, clockFrom } from "@x/connection";
import { negotiate, type Settled } from "@x/era";
import { isJsonObject, isResultResponse, type JsonObject, stamp } from "@x/wire";
import type { Scene } from "./scene.js";

/** Lists and reads the resources and prompts of a modern server, by the layers below the client. */
export async function readEverything({ transport }: Scene): Promise<void> {
  const clientInfo = { name: "x-mcp-conformance", version: "1.0.0" };
  const policy = { clientInfo, capabilities: {}, allowLegacy: false } as const;
  const negotiation = await negotiate(transport, policy, clockFrom(globalThis));
  if (negotiation.type === "unavailable") throw new Error(negotiation.record.message);
  const { connection, settled } = negotiation;
  const ask = (method: string, params: JsonObject): Promise<JsonObject> =>
    asked(connection, settled, method, params);
  for (const { uri } of objects((await ask("resources/list", {}))["resources"])) {
    await ask("resources/read", { uri });
  }
  for (const { name } of objects((await ask("prompts/list", {}))["prompts"])) {
    await ask("prompts/get", { name });
  }
  await connection.close();
}

async function asked(
  connection: Connection,
  settled: Settled,
  method: string,
  params: JsonObject,
): Promise<JsonObject> {
  const request = stamp({ id: connection.ids.next(), method, params }, settled.stamp);
  const outcome = await connection.exchange(request, { totalMs: 10_000, onAbandon: "cancel" });
  if (outcome.type === "response" && isResultResponse(outcome.response)) {
    return outcome.response.result;
  }
  throw new Error(`${method} ended without a result: ${JSON.stringify(outcome)}`);
}

function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

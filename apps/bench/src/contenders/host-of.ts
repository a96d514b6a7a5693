import type { Client } from "@x/client";
import type { Host } from "../contender.js";

/** Connects a client of ours to the servers that it was told of. */
export async function hostOf(client: Client): Promise<Host> {
  const failed = (await client.connect()).find(({ state }) => state !== "ready");
  if (failed !== undefined) {
    await client.close();
    throw new Error(failed.message);
  }
  return {
    tools: client.tools.length,
    call: (tool, args) => client.callTool(tool, args),
    close: () => client.close(),
  };
}

/**
 * The tools of two servers in a request to a model provider, and the model's calls back to their owners.
 *
 * Providers accept fewer names than servers use, so a tool has three: `local` on the wire of its own server,
 * `canonical` in this host, and the provider's. No two tools share one, and each leads back.
 */
import { fileURLToPath } from "node:url";
import { Client, ClientError } from "@x/client";
import { providerNames, providerProfiles } from "@x/registry";
import { stdioTransport } from "@x/transport-stdio";
import { complete, type ProviderCall, type ProviderMessage } from "./provider.ts";

const client = new Client({ clientInfo: { name: "provider-tools", version: "1.0.0" } });
for (const name of ["notes", "tickets"]) {
  const script = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url));
  client.addServer(name, stdioTransport({ command: process.execPath, args: [script] }));
}

try {
  await client.connect();
  const entries = client.tools;
  const names = providerNames(
    entries.map(({ canonical }) => canonical),
    providerProfiles.openai,
  );
  const tools = entries.map(({ canonical, tool }) => ({
    type: "function" as const,
    function: {
      name: names.toProvider(canonical),
      description: tool.description ?? "",
      parameters: tool.inputSchema,
    },
  }));
  for (const [at, { canonical, peer, local }] of entries.entries()) {
    console.log(`${tools[at]?.function.name} is ${canonical}: ${local} of ${peer}`);
  }

  /** What a call of the model comes to. A wrong one is told to the model, which can do better. */
  async function run({ function: { name, arguments: json } }: ProviderCall): Promise<string> {
    const canonical = names.toCanonical(name);
    try {
      if (canonical === undefined) return `There is no tool ${name}.`;
      const { content } = await client.callTool(canonical, JSON.parse(json));
      return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
    } catch (error) {
      if (error instanceof ClientError) return `${name} failed: ${error.code}`;
      if (error instanceof SyntaxError) return `The arguments of ${name} are not JSON.`;
      throw error;
    }
  }

  const messages: ProviderMessage[] = [{ role: "user", content: "Refund the customer." }];
  const asked = await complete({ messages, tools });
  messages.push(asked);
  const calls = asked.role === "assistant" ? (asked.tool_calls ?? []) : [];
  for (const call of calls) {
    messages.push({ role: "tool", tool_call_id: call.id, content: await run(call) });
  }
  console.log((await complete({ messages, tools })).content);
} finally {
  await client.close();
}
// => search is search: search of notes
// => tickets__search is tickets/search: search of tickets
// => ticket___close is ticket.close: ticket.close of tickets
// => a note says: refund within 30 days; ticket 7 is closed; send_money failed: unknown_tool

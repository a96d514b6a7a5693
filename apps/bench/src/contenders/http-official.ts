import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { CLIENT, type Contender, type Endpoint } from "../contender.js";
import { sideBySide } from "../side-by-side.js";

/** A body of 32 MiB takes it longer than its own minute where the machine is busy. */
const OPTIONS = { timeout: 150_000 };

/**
 * The official client with its defaults, but for this: it finds out the era of a server, as ours
 * does, and it waits for the bodies of this benchmark.
 */
export const official: Contender<Endpoint> = {
  connect: (endpoints) =>
    sideBySide(endpoints, async ({ url }) => {
      const client = new Client(CLIENT, { versionNegotiation: { mode: "auto" } });
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      const { tools } = await client.listTools();
      return {
        tools: tools.length,
        call: (name, given) => client.callTool({ name, arguments: given }, OPTIONS),
        close: () => client.close(),
      };
    }),
};

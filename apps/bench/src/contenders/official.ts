import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { CLIENT, type StdioContender, type TimedHost } from "../contender.js";
import { sideBySide } from "../side-by-side.js";

/** Its limit is 10 MB where none is given, and the largest frame here has 32 MiB and a head. */
const MAX_BUFFER_SIZE = 64 * 1024 * 1024;

/** A frame of 32 MiB takes it longer than its own minute where the machine is busy. */
const OPTIONS = { timeout: 150_000 };

/**
 * The official client with its defaults, but for this: it finds out the era of a server, as ours
 * does, and it accepts and waits for the frames of this benchmark.
 */
export const official: StdioContender = {
  connect: (servers) => sideBySide(servers, (server) => official.connectTimed(server)),

  async connectTimed({ command, args }): Promise<TimedHost> {
    const client = new Client(CLIENT, { versionNegotiation: { mode: "auto" } });
    const maxBufferSize = MAX_BUFFER_SIZE;
    await client.connect(new StdioClientTransport({ command, args: [...args], maxBufferSize }));
    const startedAt = performance.now();
    const { tools } = await client.listTools();
    return {
      listMs: performance.now() - startedAt,
      tools: tools.length,
      call: (name, given) => client.callTool({ name, arguments: given }, OPTIONS),
      close: () => client.close(),
    };
  },
};

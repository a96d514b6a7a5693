import type { Answer, StdioContender, TimedHost } from "../contender.js";
import { sideBySide } from "../side-by-side.js";
import { BareConnection } from "./bare-connection.js";
import { META } from "./bare-meta.js";

/** The limit: what discovering, listing and calling cost at the least, without one check. */
export const bare: StdioContender = {
  connect: (servers) => sideBySide(servers, (server) => bare.connectTimed(server)),

  async connectTimed({ command, args }): Promise<TimedHost> {
    const connection = new BareConnection(command, args, META);
    await connection.request("server/discover", {});
    const startedAt = performance.now();
    const { tools } = (await connection.request("tools/list", {})) as { tools: unknown[] };
    return {
      listMs: performance.now() - startedAt,
      tools: tools.length,
      call: (name, given) =>
        connection.request("tools/call", { name, arguments: given }) as Promise<Answer>,
      close: () => connection.close(),
    };
  },
};

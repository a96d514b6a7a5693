import { Client, type ClientOptions } from "@x/client";
import { stdioTransport } from "@x/transport-stdio";
import { CLIENT, type Host, type ServerCommand, type StdioContender } from "../contender.js";
import { hostOf } from "./host-of.js";

/** The client of this project, with its defaults. */
export const ours: StdioContender = {
  connect: (servers) => connect(servers, {}),

  async connectTimed(server) {
    let sentAt = Number.NaN;
    const host = await connect([server], {
      onTap: (_peer, { direction, text, at }) => {
        if (direction === "sent" && text.includes('"method":"tools/list"')) sentAt = at;
      },
    });
    // The clock of the tap is the same one. What connect() gives is merged and can be called.
    return { ...host, listMs: performance.now() - sentAt };
  },
};

async function connect(
  servers: readonly ServerCommand[],
  options: Pick<ClientOptions, "onTap">,
): Promise<Host> {
  const client = new Client({ clientInfo: CLIENT, ...options });
  for (const { name, command, args } of servers) {
    client.addServer(name, stdioTransport({ command, args }));
  }
  return hostOf(client);
}

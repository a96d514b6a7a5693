import type { Host } from "./contender.js";

/** How many servers are brought up at once: the default of ours, and so the same for all. */
const AT_ONCE = 16;

/** Many servers under a contender that has one client a server. Calls go to the first. */
export async function sideBySide<Server>(
  servers: readonly Server[],
  connect: (server: Server) => Promise<Host>,
): Promise<Host> {
  const hosts: Host[] = [];
  const queue = servers.entries();
  const lane = async (): Promise<void> => {
    for (const [index, server] of queue) hosts[index] = await connect(server);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, servers.length) }, lane));
  const [first] = hosts;
  if (first === undefined) throw new Error("There is no server to connect to.");
  return {
    tools: hosts.reduce((sum, { tools }) => sum + tools, 0),
    call: (tool, args) => first.call(tool, args),
    close: async () => {
      await Promise.all(hosts.map((host) => host.close()));
    },
  };
}

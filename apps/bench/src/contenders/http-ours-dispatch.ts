import { Client } from "@x/client";
import { httpTransport } from "@x/transport-http";
import { undiciSend } from "@x/transport-http/undici";
import { CLIENT, type Contender, type Endpoint } from "../contender.js";
import { hostOf } from "./host-of.js";

/** The client of this project, over the back end for hosts that make many calls. */
export const oursDispatch: Contender<Endpoint> = {
  async connect(endpoints) {
    const send = undiciSend();
    const client = new Client({ clientInfo: CLIENT });
    for (const { name, url } of endpoints) client.addServer(name, httpTransport({ url, send }));
    const host = await hostOf(client);
    return {
      ...host,
      close: async () => {
        await host.close();
        send.close?.();
      },
    };
  },
};

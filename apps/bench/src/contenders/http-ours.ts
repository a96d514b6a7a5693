import { Client } from "@x/client";
import { httpTransport } from "@x/transport-http";
import { CLIENT, type Contender, type Endpoint } from "../contender.js";
import { hostOf } from "./host-of.js";

/** The client of this project, with its defaults. */
export const ours: Contender<Endpoint> = {
  connect(endpoints) {
    const client = new Client({ clientInfo: CLIENT });
    for (const { name, url } of endpoints) client.addServer(name, httpTransport({ url }));
    return hostOf(client);
  },
};

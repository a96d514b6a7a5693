import { Agent, request } from "node:http";
import type { Contender, Endpoint } from "../contender.js";
import { bareOver, type Poster } from "./bare-endpoint.js";
import { joinedText } from "./joined-text.js";

/** The limit over `node:http`, with connections that are kept. */
export const bare: Contender<Endpoint> = bareOver(nodePoster);

function nodePoster({ hostname, port, pathname }: URL): Poster {
  const agent = new Agent({ keepAlive: true });
  const method = "POST";
  return {
    post: (body, headers) =>
      new Promise((resolve, reject) => {
        headers.push("content-length", String(Buffer.byteLength(body)));
        request({ agent, host: hostname, port, path: pathname, method, headers }, (reply) => {
          const pieces: Buffer[] = [];
          reply
            .on("data", (piece: Buffer) => pieces.push(piece))
            .on("end", () => resolve(joinedText(pieces)));
        })
          .on("error", reject)
          .end(body);
      }),
    close: () => agent.destroy(),
  };
}

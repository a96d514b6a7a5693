import { connect } from "node:net";
import { join } from "node:path";

const ANSWER_MS = 3_000;

/**
 * Gives an order to the server with this process id, over its control socket in `folder`, and what it
 * says to it; `undefined` where nobody answers in time.
 */
export function order(folder: string, pid: number, what: object): Promise<unknown> {
  return new Promise((resolve) => {
    const socket = connect(join(folder, `${pid}.sock`));
    let text = "";
    socket.setTimeout(ANSWER_MS, () => socket.destroy());
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    // There is a close after every error.
    socket.on("error", () => {});
    socket.on("close", () => resolve(text.endsWith("\n") ? JSON.parse(text).done : undefined));
    socket.write(`${JSON.stringify(what)}\n`);
  });
}

/**
 * The least that one call as a program can be: `node one-shot-bare.js TEXT COMMAND ARGS...` discovers, lists,
 * calls `echo` with the text, prints what comes back, and ends.
 */
import process from "node:process";
import { BareConnection } from "./contenders/bare-connection.js";
import { META } from "./contenders/bare-meta.js";

const [text, command = "", ...args] = process.argv.slice(2);
const connection = new BareConnection(command, args, META);
await connection.request("server/discover", {});
await connection.request("tools/list", {});
const result = (await connection.request("tools/call", {
  name: "echo",
  arguments: { text },
})) as { readonly content: readonly { readonly text?: string }[] };
process.stdout.write(`${result.content[0]?.text}\n`);
await connection.close();

import { type Client, ClientError, type LogLevel, type LogMessage } from "@x/client";
import { declares } from "@x/wire";
import type { Invocation } from "./invocation.js";
import { jsonText } from "./json-document.js";
import { limitsOf } from "./time-limit.js";

/**
 * Prints what a server logs from now on, a line a message on stderr, as long as the client lives.
 *
 * A modern server is asked with the call itself, a legacy one here. One that does not log, or refuses to,
 * is called nevertheless: that is told.
 */
export async function printLogs(
  client: Client,
  { server, level }: { readonly server: string; readonly level: LogLevel },
  invocation: Invocation,
): Promise<void> {
  const { note } = invocation;
  client.on((event) => {
    if (event.type === "log" && event.peer === server) note(logText(server, event.message));
  });
  const report = client.peers.find(({ name }) => name === server);
  if (!declares(report?.capabilities ?? {}, "logging")) {
    note(`${server} does not declare that it logs.`);
  } else if (report?.era === "legacy") {
    try {
      await client.setLogLevel(server, level, limitsOf(invocation));
    } catch (cause) {
      if (!(cause instanceof ClientError)) throw cause;
      note(`${server} does not log as asked: ${cause.message}`);
    }
  }
}

function logText(server: string, { level, logger, data }: LogMessage): string {
  const who = logger === undefined ? server : `${server} ${logger}`;
  return `${who}: ${level}: ${typeof data === "string" ? data : jsonText(data)}`;
}

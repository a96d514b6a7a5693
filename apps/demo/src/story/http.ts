import { PROTOCOL_VERSION_KEY } from "@x/wire";
import type { Frame } from "../wire-log.js";
import type { Section } from "./section.js";

const MODERN = "files";
const LEGACY = "invoices";

/** What HTTP adds to the bodies, in the words of the servers. To be told when all is closed. */
export function tellHttp(section: Section): void {
  section.printer.heading("5. What HTTP adds");
  tellHeaders(section);
  tellSession(section);
}

/** A modern request says in its headers what its body says, and belongs to no session. */
function tellHeaders({ host, printer, expectations }: Section): void {
  printer.line(`\n${MODERN}: headers that mirror the body`);
  const own = host.stderrOf(MODERN);
  for (const line of own) printer.line(`  ${MODERN} says: ${JSON.stringify(line)}`);
  const version = "mcp-protocol-version: 2026-07-28";
  expectations.equal("that is the method, the tool by its local name, the revision", own, [
    `received POST, mcp-method: server/discover, ${version}`,
    `received POST, mcp-method: subscriptions/listen, ${version}`,
    `received POST, mcp-method: tools/list, ${version}`,
    `received POST, mcp-method: tools/call, mcp-name: search, ${version}`,
  ]);
  const sent = host.wire.of(MODERN).filter(({ direction }) => direction === "sent");
  expectations.equal("and what the bodies say, read anew from the bytes", sent.map(mirror), own);
}

/** What a server has to say of a request with this body. */
function mirror({ message }: Frame): string {
  const name = message?.params?.["name"];
  return [
    "received POST",
    `mcp-method: ${message?.method}`,
    ...(name === undefined ? [] : [`mcp-name: ${name}`]),
    `mcp-protocol-version: ${message?.params?._meta?.[PROTOCOL_VERSION_KEY]}`,
  ].join(", ");
}

/** A legacy server begins a session with `initialize`, and is told when it is over. */
function tellSession({ host, printer, expectations }: Section): void {
  printer.line(`\n${LEGACY}: one session`);
  const own = host.stderrOf(LEGACY);
  for (const line of own) printer.line(`  ${LEGACY} says: ${JSON.stringify(line)}`);
  const begin = own.findIndex((line) => /^session \S+ begun$/.test(line));
  const session = own[begin]?.split(" ")[1];
  const headers = `mcp-protocol-version: 2025-11-25, mcp-session-id: ${session}`;
  expectations.equal(
    "the probe has the headers of a modern request, initialize none of them; it begins the session",
    own.slice(0, begin + 1),
    [
      "received POST, mcp-method: server/discover, mcp-protocol-version: 2026-07-28",
      "received POST",
      `session ${session} begun`,
    ],
  );
  expectations.equal(
    "all messages and the request for the server's own stream carry it",
    // The stream is asked for beside the messages, and what was listed before it was there is listed once
    // more: which comes first is left to chance.
    [...new Set(own.slice(begin + 1, -2))].sort(),
    ["GET", "POST"].map((method) => `received ${method}, ${headers}`),
  );
  expectations.equal("at last it is ended, by DELETE", own.slice(-2), [
    `received DELETE, ${headers}`,
    `session ${session} ended`,
  ]);
}

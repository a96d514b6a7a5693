import type { ServerConfig } from "./config.js";
import { type JsonMembers, memberOf } from "./json-value.js";

/** What a server is: a process (`stdio`), or an endpoint (`http`). */
export type ServerKind = ServerConfig["type"];

/** What a file may have as the `type` of an endpoint; all of them mean the same. */
export const HTTP_TYPES = ["http", "streamable-http", "sse", "streamableHttp"] as const;

/** Where other programs keep the URL of an endpoint. */
const URL_ELSEWHERE: readonly string[] = ["serverUrl", "httpUrl"];
const EITHER = "expected either `command` (a process) or `url` (an endpoint), found";

/** The kind of a server, or why it has none. */
export type KindOutcome =
  | { readonly kind: ServerKind }
  | { readonly kind?: never; readonly field?: string; readonly message: string };

/**
 * Which kind of server this is: the one whose key is there. `type` has to agree with it, which the shape
 * of that kind checks; where neither key is there, it tells which one was left out.
 */
export function serverKind(server: JsonMembers): KindOutcome {
  const hasCommand = memberOf(server, "command") !== undefined;
  const hasUrl = memberOf(server, "url") !== undefined;
  if (hasCommand !== hasUrl) return { kind: hasCommand ? "stdio" : "http" };
  if (hasUrl) return { field: "url", message: `${EITHER} both; remove one of them` };
  const elsewhere = URL_ELSEWHERE.find((name) => memberOf(server, name) !== undefined);
  if (elsewhere !== undefined) {
    return { field: "url", message: `${EITHER} \`${elsewhere}\`; rename it to \`url\`` };
  }
  const type = memberOf(server, "type");
  if (type === "stdio") {
    return { field: "command", message: 'expected a command beside `"type": "stdio"`, found none' };
  }
  const ofEndpoint = HTTP_TYPES.find((name) => name === type);
  if (ofEndpoint !== undefined) {
    return {
      field: "url",
      message: `expected a URL beside \`"type": "${ofEndpoint}"\`, found none`,
    };
  }
  return { message: `${EITHER} neither; add one of them` };
}

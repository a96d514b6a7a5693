import type { ServerConfig } from "./config.js";
import type { Dialect } from "./config-kind.js";
import { type JsonMembers, memberOf } from "./json-value.js";
import { HTTP_TYPES, STDIO_TYPES } from "./server-schema.js";

/** What a server is: a process (`stdio`), or an endpoint (`http`). */
export type ServerKind = ServerConfig["type"];

/** Where programs keep the URL of an endpoint. Gemini CLI, which has two, takes the first of these. */
export const URL_KEYS = ["httpUrl", "url", "serverUrl"] as const;

const EITHER = "expected either `command` (a process) or `url` (an endpoint), found";

/** The kind of a server and where its URL is, or why it has none. */
export type KindOutcome =
  | { readonly kind: "stdio" }
  | { readonly kind: "http"; readonly urlKey: string }
  | { readonly kind?: never; readonly field?: string; readonly message: string };

/**
 * Which kind of server this is: the one whose key is there. `type` has to agree with it, which the shape
 * of that kind checks; where neither key is there, it tells which one was left out.
 */
export function serverKind(server: JsonMembers, dialect: Dialect): KindOutcome {
  const [urlKey, ...others] = URL_KEYS.filter((name) => memberOf(server, name) !== undefined);
  if (memberOf(server, "command") !== undefined) {
    return urlKey === undefined
      ? { kind: "stdio" }
      : { field: urlKey, message: `${EITHER} both; remove one of them` };
  }
  if (urlKey !== undefined) {
    const other = others.find((name) => memberOf(server, name) !== memberOf(server, urlKey));
    return other === undefined || dialect.kind === "gemini-cli"
      ? { kind: "http", urlKey }
      : {
          field: other,
          message: `expected one URL, found \`${urlKey}\` and \`${other}\`, which differ; remove one of them`,
        };
  }
  const type = memberOf(server, "type");
  const ofProcess = STDIO_TYPES.find((name) => name === type);
  if (ofProcess !== undefined) {
    const message = `expected a command beside \`"type": "${ofProcess}"\`, found none`;
    return { field: "command", message };
  }
  const ofEndpoint = HTTP_TYPES.find((name) => name === type);
  if (ofEndpoint !== undefined) {
    const message = `expected a URL beside \`"type": "${ofEndpoint}"\`, found none`;
    return { field: "url", message };
  }
  return { message: `${EITHER} neither; add one of them` };
}

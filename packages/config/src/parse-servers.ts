import type { Config, ServerConfig, UnusableServer } from "./config.js";
import type { ConfigProblem, Report } from "./config-error.js";
import type { JsonMember } from "./json-value.js";
import { repeatedNames, serverNameProblem } from "./member-names.js";
import { parseServer } from "./parse-server.js";
import type { Scope } from "./scope.js";

/** The servers of a configuration, each in one of three lists. */
export type ParsedServers = Pick<Config, "names" | "servers" | "disabled" | "unusable">;

/**
 * Reads the servers of a file, each by itself: what is wrong with one is no problem of another. One that is
 * declared twice is a server that cannot be used, since nobody knows which of the two is meant.
 *
 * @param isOff tells by name what the file switches off elsewhere than in the server.
 */
export function parseServers(
  members: readonly JsonMember[],
  scope: Scope,
  isOff: (name: string) => boolean,
): ParsedServers {
  const servers: ServerConfig[] = [];
  const disabled: string[] = [];
  const unusable: UnusableServer[] = [];
  const named = byName(members);
  for (const [name, declarations] of named) {
    const problems: ConfigProblem[] = [];
    const report: Report = (problem) => problems.push(problem);
    checkName(declarations, report);
    const [server] = declarations.map((member) =>
      isOff(name) ? "disabled" : parseServer(member, scope, report),
    );
    if (problems.length > 0) {
      const line = declarations[0]?.line ?? 1;
      unusable.push({ name, origin: { file: scope.file, line }, problems });
    } else if (server === "disabled") disabled.push(name);
    else if (server !== undefined) servers.push(server);
  }
  return { names: [...named.keys()], servers, disabled, unusable };
}

/** In the order in which names are first there. */
function byName(members: readonly JsonMember[]): ReadonlyMap<string, readonly JsonMember[]> {
  const named = new Map<string, readonly JsonMember[]>();
  for (const member of members) {
    named.set(member.name, [...(named.get(member.name) ?? []), member]);
  }
  return named;
}

function checkName(declarations: readonly JsonMember[], report: Report): void {
  for (const { name, line, message } of repeatedNames({ members: declarations })) {
    report({ code: "invalid", server: name, line, message });
  }
  const [first] = declarations;
  const message = first === undefined ? undefined : serverNameProblem(first.name);
  if (first === undefined || message === undefined) return;
  const { name: server, line } = first;
  report({ code: "invalid_server_name", server, line, message });
}

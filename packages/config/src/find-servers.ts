import type { ConfigProblem, Report } from "./config-error.js";
import type { Dialect } from "./config-kind.js";
import {
  isItems,
  isMembers,
  type JsonItem,
  type JsonMember,
  type JsonMembers,
  type JsonValue,
  memberOf,
  namedMember,
} from "./json-value.js";
import { repeatedNames } from "./member-names.js";
import { kindOf, pathOf } from "./wording.js";

/** What a file has of servers. */
export interface Declared {
  readonly servers: readonly JsonMember[];
  /** Where they ask for values, and what that is called. */
  readonly inputs?: JsonItem;
  readonly inputsField: string;
}

/** Where a file may have its servers: an object of it, and the keys in there. */
interface Place {
  readonly within: JsonMembers;
  readonly path: readonly string[];
  readonly servers: string;
  readonly inputs: string;
}

/**
 * Finds the servers of a file: `mcpServers`, and where that is not there `servers`, `mcp.servers` or
 * `servers` inside `mcp`, the first that is there. Of a project, its `mcpServers` alone.
 */
export function findServers(
  root: JsonItem & { readonly value: JsonMembers },
  dialect: Dialect,
  project: string | undefined,
  report: Report,
): Declared {
  const places = project === undefined ? placesIn(root.value) : placesOf(root.value, project);
  const place = places.find(({ within, servers, path }) => {
    const value = memberOf(within, servers);
    return path.length === 0 && servers === "mcpServers" ? value !== undefined : isMembers(value);
  });
  if (place === undefined) {
    if (!dialect.serversOptional) report(missing(root, kindOf(undefined)));
    return { servers: [], inputsField: "inputs" };
  }
  const { within, path } = place;
  for (const name of [place.servers, place.inputs]) {
    const twice = repeatedNames(within).find((repeated) => repeated.name === name);
    if (twice !== undefined) {
      const { line, message } = twice;
      report({ code: "invalid", field: pathOf([...path, name]), line, message });
    }
  }
  const inputs = namedMember(within, place.inputs);
  return {
    servers: serversIn(namedMember(within, place.servers), root, report),
    ...(inputs === undefined ? {} : { inputs }),
    inputsField: [...path, place.inputs].join("."),
  };
}

/** Gemini CLI's list of servers that are, or are not, to be used, by name. */
export function isSwitchedOff(root: JsonMembers, name: string): boolean {
  const mcp = memberOf(root, "mcp");
  if (!isMembers(mcp)) return false;
  const allowed = memberOf(mcp, "allowed");
  return (isItems(allowed) && !hasText(allowed, name)) || hasText(memberOf(mcp, "excluded"), name);
}

function placesIn(root: JsonMembers): readonly Place[] {
  const mcp = memberOf(root, "mcp");
  const nested = isMembers(mcp)
    ? [{ within: mcp, path: ["mcp"], servers: "servers", inputs: "inputs" }]
    : [];
  return [
    { within: root, path: [], servers: "mcpServers", inputs: "inputs" },
    { within: root, path: [], servers: "servers", inputs: "inputs" },
    { within: root, path: [], servers: "mcp.servers", inputs: "mcp.inputs" },
    ...nested,
  ];
}

/** The servers that Claude Code's own file has for one project, by its path with `/` between folders. */
function placesOf(root: JsonMembers, project: string): readonly Place[] {
  const projects = memberOf(root, "projects");
  if (!isMembers(projects)) return [];
  const found = projects.members.find(({ name }) => slashes(name) === slashes(project));
  return found !== undefined && isMembers(found.value)
    ? [
        {
          within: found.value,
          path: ["projects", found.name],
          servers: "mcpServers",
          inputs: "inputs",
        },
      ]
    : [];
}

function serversIn(
  member: JsonMember | undefined,
  root: JsonItem,
  report: Report,
): readonly JsonMember[] {
  if (!isMembers(member?.value)) {
    report(missing(member ?? root, kindOf(member?.value)));
    return [];
  }
  for (const { name, line, message } of repeatedNames(member.value)) {
    report({ code: "invalid", server: name, line, message });
  }
  return member.value.members;
}

function missing({ line }: JsonItem, found: string): ConfigProblem {
  const message = `expected an object of servers by name, found ${found}`;
  return { code: "invalid", field: "mcpServers", line, message };
}

function slashes(path: string): string {
  return path.replaceAll("\\", "/").replace(/(?<=.)\/+$/, "");
}

function hasText(value: JsonValue | undefined, text: string): boolean {
  return isItems(value) && value.items.some((item) => item.value === text);
}

import type { CollisionPolicy, Config, ServerConfig } from "./config.js";
import { type ConfigProblem, configError, type Report } from "./config-error.js";
import type { Variables } from "./expand.js";
import { isMembers, type JsonMembers, type JsonValue, memberOf } from "./json-value.js";
import { repeatedNames, serverNameProblem } from "./member-names.js";
import { nearMiss } from "./near-miss.js";
import { parseServer } from "./parse-server.js";
import { readJson } from "./read-json.js";
import { kindOf, pathOf, shown } from "./wording.js";

/** What {@link parseConfig} needs beside the text. */
export interface ParseOptions {
  /** What errors call the file. It is not opened. */
  readonly file: string;
  /** What `${NAME}` is looked up in, usually the process's own environment. */
  readonly env: Variables;
}

const POLICIES: readonly CollisionPolicy[] = ["prefix", "reject", "prefix-always"];
const FILE_KEYS: readonly string[] = ["mcpServers", "collision"];
/** Where VS Code keeps its servers: in a file of their own, or in the settings. */
const VSCODE_SERVERS: readonly string[] = ["servers", "mcp.servers"];
const KEYS_OF_ONE_SERVER: readonly string[] = [
  "allowLegacy",
  "probeTimeoutMs",
  "legacyProbeTimeoutMs",
  "startTimeoutMs",
];

/**
 * Reads the text of a configuration file, as Claude Desktop and Cursor write it, with this project's
 * own keys. Reads the whole text before it gives up, so that all problems are reported together.
 *
 * An empty `mcpServers` is valid. Servers keep the order of the text, whatever their names.
 *
 * @throws ConfigError `not_json`, `invalid`, `unresolved_variable`, `invalid_server_name`; nothing
 * else, for any text. No message holds a value of `env`, of `headers` or of a variable.
 */
export function parseConfig(text: string, options: ParseOptions): Config {
  const root = readJson(text, options.file);
  if (!isMembers(root)) {
    const message = `expected an object with \`mcpServers\`, found ${kindOf(root)}`;
    throw configError(options.file, { code: "invalid", message });
  }
  const problems: ConfigProblem[] = [];
  const config = parseRoot(root, options, (problem) => problems.push(problem));
  const [first, ...others] = problems;
  if (first !== undefined) {
    throw configError(options.file, first, others);
  }
  return config;
}

function parseRoot(root: JsonMembers, options: ParseOptions, report: Report): Config {
  checkKeys(root, report);
  const collision = collisionOf(root, report);
  const servers: ServerConfig[] = [];
  const disabled: string[] = [];
  for (const { name, value } of declaredServers(root, report).members) {
    const message = serverNameProblem(name);
    if (message !== undefined) {
      report({ code: "invalid_server_name", server: name, message });
    }
    const server = parseServer(name, value, options.env, report);
    if (server === "disabled") {
      disabled.push(name);
    } else if (server !== undefined) {
      servers.push(server);
    }
  }
  return { file: options.file, collision, servers, disabled };
}

/** Keys of the file: editors' own are passed over, but not what was meant for this project. */
function checkKeys(root: JsonMembers, report: Report): void {
  const read = { members: root.members.filter(({ name }) => FILE_KEYS.includes(name)) };
  for (const { name, message } of repeatedNames(read)) {
    report(invalid(name, message));
  }
  for (const { name } of root.members) {
    if (FILE_KEYS.includes(name) || VSCODE_SERVERS.includes(name)) {
      continue;
    }
    const ofServer = nearMiss(name, KEYS_OF_ONE_SERVER);
    const ofFile = nearMiss(name, FILE_KEYS);
    if (ofServer !== undefined) {
      report(
        invalid(
          name,
          `\`${ofServer}\` belongs to one server and holds for no other; move it into that server`,
        ),
      );
    } else if (ofFile !== undefined) {
      report(invalid(name, `unknown key; did you mean \`${ofFile}\`?`));
    }
  }
}

function collisionOf(root: JsonMembers, report: Report): CollisionPolicy {
  const value = memberOf(root, "collision");
  const policy = POLICIES.find((candidate) => candidate === value);
  if (policy === undefined && value !== undefined) {
    const expected = POLICIES.map((candidate) => `"${candidate}"`).join(", ");
    report(invalid("collision", `expected one of ${expected}, found ${shown(value)}`));
  }
  return policy ?? "prefix";
}

function declaredServers(root: JsonMembers, report: Report): JsonMembers {
  const value = memberOf(root, "mcpServers");
  if (!isMembers(value)) {
    const found = serversElsewhere(root, value) ?? kindOf(value);
    report(invalid("mcpServers", `expected an object of servers by name, found ${found}`));
    return { members: [] };
  }
  for (const { name, message } of repeatedNames(value)) {
    report({ code: "invalid", server: name, message });
  }
  return value;
}

/** What to do with servers that are there under another name, where `mcpServers` is not. */
function serversElsewhere(root: JsonMembers, value: JsonValue | undefined): string | undefined {
  if (value !== undefined) {
    return undefined;
  }
  const key = VSCODE_SERVERS.find((name) => isMembers(memberOf(root, name)));
  if (key !== undefined) {
    return `\`${key}\`; rename it to \`mcpServers\``;
  }
  const mcp = memberOf(root, "mcp");
  return isMembers(mcp) && isMembers(memberOf(mcp, "servers"))
    ? "`servers` inside `mcp`; move it to the top and rename it to `mcpServers`"
    : undefined;
}

function invalid(field: string, message: string): ConfigProblem {
  return { code: "invalid", field: pathOf([field]), message };
}

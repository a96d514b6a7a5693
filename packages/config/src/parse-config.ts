import type { CollisionPolicy, Config, ServerConfig } from "./config.js";
import { type ConfigProblem, configError, type Report } from "./config-error.js";
import { findServers, isSwitchedOff } from "./find-servers.js";
import { readInputs } from "./inputs.js";
import { isMembers, itemAt, type JsonItem, type JsonMembers, memberOf } from "./json-value.js";
import { repeatedNames, serverNameProblem } from "./member-names.js";
import { nearMiss } from "./near-miss.js";
import { parseServer } from "./parse-server.js";
import { readJson } from "./read-json.js";
import { dialectOfOptions, type ParseOptions, type Scope } from "./scope.js";
import { kindOf, pathOf, shown } from "./wording.js";

/** The root of a file: an object. */
export type Root = JsonItem & { readonly value: JsonMembers };

/** What `collision` may be. */
export const POLICIES: readonly CollisionPolicy[] = ["prefix", "reject", "prefix-always"];

const FILE_KEYS: readonly string[] = ["mcpServers", "collision"];
/** Near to `mcpServers`, and right as they are. */
const OTHER_PLACES: readonly string[] = ["servers", "mcp.servers"];
const KEYS_OF_ONE_SERVER: readonly string[] = [
  "allowLegacy",
  "probeTimeoutMs",
  "legacyProbeTimeoutMs",
  "startTimeoutMs",
];

/**
 * Reads the text of a configuration file, as editors write it, with this project's own keys. Reads the whole
 * text before it gives up, so that all problems are reported together.
 *
 * A file without any server is valid. Servers keep the order of the text, whatever their names.
 *
 * @throws ConfigError `not_json`, `invalid`, `unresolved_variable`, `unreadable_env_file`,
 * `invalid_server_name`; nothing else, for any text. No message holds a value of `env`, of `headers`, of a
 * variable or of an input.
 */
export function parseConfig(text: string, options: ParseOptions): Config {
  const root = readRoot(text, options.file, "an object with `mcpServers`");
  const problems: ConfigProblem[] = [];
  const config = parseRoot(root, options, (problem) => problems.push(problem));
  throwIfAny(options.file, problems);
  return config;
}

/** @throws ConfigError `not_json`, or `invalid` for what is no object. */
export function readRoot(text: string, file: string, expected: string): Root {
  const { value, line } = readJson(text, file);
  if (!isMembers(value)) {
    const message = `expected ${expected}, found ${kindOf(value)}`;
    throw configError(file, { code: "invalid", line, message });
  }
  return { value, line };
}

/** @throws ConfigError for all of the problems, where there are any. */
export function throwIfAny(file: string, problems: readonly ConfigProblem[]): void {
  const [first, ...others] = problems;
  if (first !== undefined) throw configError(file, first, others);
}

/** Reads a file; where `report` heard of a problem, what is given is not to be used. */
export function parseRoot(root: Root, options: ParseOptions, report: Report): Config {
  const { file, project } = options;
  const dialect = dialectOfOptions(options);
  checkKeys(root.value, report);
  const collision = collisionOf(root, report);
  const declared = findServers(root, dialect, project, report);
  const inputs = dialect.inputs ? readInputs(declared.inputs, declared.inputsField, report) : [];
  const byId = new Map(inputs.map((input) => [input.id, input]));
  const scope: Scope = { ...options, dialect, inputs: byId };
  const servers: ServerConfig[] = [];
  const disabled: string[] = [];
  for (const member of declared.servers) {
    const { name, line } = member;
    const message = serverNameProblem(name);
    if (message !== undefined) report({ code: "invalid_server_name", server: name, line, message });
    const isOff = dialect.kind === "gemini-cli" && isSwitchedOff(root.value, name);
    const server = isOff ? "disabled" : parseServer(member, scope, report);
    if (server === "disabled") disabled.push(name);
    else if (server !== undefined) servers.push(server);
  }
  const policy = collision === undefined ? {} : { collisionFrom: file };
  const lists = { files: [file], servers, disabled, inputs, replaced: [] };
  return { file, collision: collision ?? "prefix", ...policy, ...lists };
}

/** Keys of the file: editors' own are passed over, but not what was meant for this project. */
function checkKeys(root: JsonMembers, report: Report): void {
  const collision = { members: root.members.filter(({ name }) => name === "collision") };
  for (const { name, line, message } of repeatedNames(collision)) {
    report({ code: "invalid", field: name, line, message });
  }
  for (const { name, line } of root.members) {
    if (FILE_KEYS.includes(name) || OTHER_PLACES.includes(name)) continue;
    const message = keyProblem(name);
    if (message !== undefined) report({ code: "invalid", field: pathOf([name]), line, message });
  }
}

function keyProblem(name: string): string | undefined {
  const ofServer = nearMiss(name, KEYS_OF_ONE_SERVER);
  if (ofServer !== undefined) {
    return `\`${ofServer}\` belongs to one server and holds for no other; move it into that server`;
  }
  const ofFile = nearMiss(name, FILE_KEYS);
  return ofFile === undefined ? undefined : `unknown key; did you mean \`${ofFile}\`?`;
}

/** What `collision` says, where it says something. */
export function collisionOf(root: Root, report: Report): CollisionPolicy | undefined {
  const value = memberOf(root.value, "collision");
  const policy = POLICIES.find((candidate) => candidate === value);
  if (policy === undefined && value !== undefined) {
    const expected = POLICIES.map((candidate) => `"${candidate}"`).join(", ");
    const message = `expected one of ${expected}, found ${shown(value)}`;
    const { line } = itemAt(root, ["collision"]);
    report({ code: "invalid", field: "collision", line, message });
  }
  return policy;
}

import type { Config, HttpServerConfig, ServerConfig, StdioServerConfig } from "./config.js";
import { type ConfigProblem, configError } from "./config-error.js";
import { endpointProblem } from "./endpoint.js";
import {
  environmentNameProblem,
  headerNameProblem,
  headerValueProblem,
  serverNameProblem,
} from "./member-names.js";
import { pathOf } from "./wording.js";

type Own = Partial<Pick<ServerConfig, "name" | "allowLegacy">>;

/** A server that stands in no file: a process, or an endpoint. What is absent is as in a file. */
export type AdHocServer = Own &
  (
    | (Pick<StdioServerConfig, "command"> &
        Partial<Pick<StdioServerConfig, "args" | "env" | "cwd">>)
    | (Pick<HttpServerConfig, "url"> & Partial<Pick<HttpServerConfig, "headers" | "allowInsecure">>)
  );

const NOWHERE = "the command line";

/**
 * The configuration of one server that somebody named by hand; it is called `server` unless told otherwise.
 * Texts are taken as they are: what looks like a variable is none, since whoever typed it had a shell for that.
 *
 * @throws ConfigError `invalid` or `invalid_server_name`, as for a file.
 */
export function adHocServer(server: AdHocServer): Config {
  const { name = "server", allowLegacy = false } = server;
  const options = {
    name,
    origin: { file: NOWHERE, line: 1 },
    allowLegacy,
    variables: {},
    passwords: [],
    ignoredKeys: [],
  };
  const config: ServerConfig =
    "command" in server
      ? { ...options, type: "stdio", ...processOf(server) }
      : { ...options, type: "http", ...endpointOf(server) };
  const [first, ...others] = problemsOf(config);
  if (first !== undefined) throw configError(NOWHERE, first, others);
  return {
    file: NOWHERE,
    files: [NOWHERE],
    collision: "prefix",
    names: [config.name],
    servers: [config],
    disabled: [],
    unusable: [],
    inputs: [],
    replaced: [],
  };
}

function processOf({
  command,
  args = [],
  env = {},
  cwd,
}: Extract<AdHocServer, { readonly command: string }>): Pick<
  StdioServerConfig,
  "command" | "args" | "env" | "cwd"
> {
  return { command, args, env, ...(cwd === undefined ? {} : { cwd }) };
}

function endpointOf({
  url,
  headers = {},
  allowInsecure = false,
}: Extract<AdHocServer, { readonly url: string }>): Pick<
  HttpServerConfig,
  "url" | "headers" | "allowInsecure"
> {
  return { url, headers, allowInsecure };
}

function problemsOf(server: ServerConfig): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const at = { server: server.name, line: server.origin.line };
  const check = (path: readonly string[], message: string | undefined): void => {
    if (message !== undefined)
      problems.push({ code: "invalid", ...at, field: pathOf(path), message });
  };
  const message = serverNameProblem(server.name);
  if (message !== undefined) problems.push({ code: "invalid_server_name", ...at, message });
  switch (server.type) {
    case "stdio":
      check(
        ["command"],
        server.command === "" ? "expected a text, found an empty string" : undefined,
      );
      for (const name of Object.keys(server.env))
        check(["env", name], environmentNameProblem(name));
      break;
    case "http":
      check(["url"], endpointProblem(server.url));
      for (const [name, value] of Object.entries(server.headers)) {
        check(["headers", name], headerNameProblem(name) ?? headerValueProblem(value));
      }
      break;
  }
  return problems;
}

import { resolve } from "node:path";
import {
  type Config,
  ConfigError,
  type InputDeclaration,
  parseConfig,
  type ServerConfig,
} from "@x/config";
import type { ConfigFile } from "./config-files.js";
import { folderOf } from "./config-files.js";
import type { Io } from "./io.js";

/** What a file of an editor is read with, to be written down again. */
export interface TakenFrom {
  readonly io: Io;
  readonly cwd: string;
  readonly note: (text: string) => void;
}

/**
 * The servers of a file as they can be written into another: variables and inputs stay what they are, and none of
 * their values is looked at. Of a variable that is not set and has a default, the default stays.
 *
 * @throws ConfigError for what is in the file.
 */
export function takenOver(file: ConfigFile, { io, note }: TakenFrom): Config {
  const names = new Set(Object.keys(io.env).filter((name) => io.env[name] !== undefined));
  for (;;) {
    const unset = new Set<string>();
    try {
      return parsed(file, names, note);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const problem of error.problems) {
        if (problem.code === "unresolved_variable" && !names.has(problem.variable)) {
          unset.add(problem.variable);
        }
      }
      if (unset.size === 0) throw error;
    }
    for (const name of unset) names.add(name);
  }
}

function parsed(
  { file, kind, text, project }: ConfigFile,
  names: ReadonlySet<string>,
  note: (text: string) => void,
): Config {
  return parseConfig(text, {
    file,
    kind,
    ...(project === undefined ? {} : { project }),
    env: Object.fromEntries([...names].map((name) => [name, reference(name)])),
    workspaceFolder: reference("workspaceFolder"),
    userHome: reference("userHome"),
    input: (id) => reference(`input:${id}`),
    readFile: (path) => reference(`file:${path}`),
    readEnvFile: (path) => {
      note(
        `${file}: the envFile ${path} is not taken over; write it into the servers that need it.`,
      );
      return "";
    },
  });
}

function reference(name: string): string {
  return `\${${name}}`;
}

/** A server as a file has it. */
export function serverEntry(server: ServerConfig, cwd: string): object {
  const { allowLegacy, probeTimeoutMs, legacyProbeTimeoutMs, startTimeoutMs, tools } = server;
  const own = {
    ...(allowLegacy === false ? {} : { allowLegacy }),
    probeTimeoutMs,
    legacyProbeTimeoutMs,
    startTimeoutMs,
    tools,
  };
  if (server.type === "http") {
    const { url, headers, allowInsecure } = server;
    return {
      url,
      headers: orNothing(headers),
      ...(allowInsecure ? { allowInsecure } : {}),
      ...own,
    };
  }
  const { command, args, env } = server;
  return {
    command,
    args: args.length === 0 ? undefined : args,
    env: orNothing(env),
    cwd: folder(server.cwd, server.origin.file, cwd),
    ...own,
  };
}

/** Inputs that the servers of a file refer to. */
export function usedInputs({ inputs, servers }: Config): readonly InputDeclaration[] {
  const text = JSON.stringify(servers);
  return inputs.filter(({ id }) => text.includes(`\${input:${id}}`));
}

/** A relative one counted from the file that it was in. */
function folder(path: string | undefined, file: string, cwd: string): string | undefined {
  return path === undefined || path.startsWith("$" + "{")
    ? path
    : resolve(folderOf(file, cwd), path);
}

function orNothing(values: Readonly<Record<string, string>>): object | undefined {
  return Object.keys(values).length === 0 ? undefined : values;
}

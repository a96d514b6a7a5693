import type { ConfigKind } from "./config-kind.js";
import type { Variables } from "./scope.js";

/** A file in which servers may be declared. Nothing tells whether it is there. */
export interface Place {
  /** Absolute. */
  readonly file: string;
  readonly kind: ConfigKind;
  /** Whether it holds for the folder that is worked in, or for all that this person does. */
  readonly scope: "project" | "user";
  /** The project whose servers count in this file; to be passed on to {@link parseConfig}. */
  readonly project?: string;
}

/** Where somebody works, on which machine. */
export interface Surroundings {
  /** As `process.platform` has it; what is neither `darwin` nor `win32` is treated as `linux`. */
  readonly platform: string;
  /** The home directory, absolute. */
  readonly home: string;
  /** The folder that is worked in, absolute. */
  readonly cwd: string;
  /** Looked at for `APPDATA`, `XDG_CONFIG_HOME` and `CLAUDE_CONFIG_DIR`. */
  readonly env: Variables;
}

/**
 * The files in which editors, and this project, keep their servers, in the order for {@link mergeConfigs}:
 * the weakest first, a person's before a project's, and this project's own last of each.
 *
 * Claude Code's `~/.claude.json` is there twice: for all projects, and, stronger than the project's own
 * `.mcp.json`, for this project. Opens nothing.
 */
export function usualPlaces({ platform, home, cwd, env }: Surroundings): readonly Place[] {
  const separator = platform === "win32" ? "\\" : "/";
  const join = (...parts: readonly string[]): string =>
    parts.map((part, index) => (index === 0 ? part.replace(/[/\\]$/, "") : part)).join(separator);
  const data = dataFolder({ platform, home, cwd, env }, join);
  const claude = join(absolute(env, "CLAUDE_CONFIG_DIR") ?? home, ".claude.json");
  const user = (kind: ConfigKind, file: string): Place => ({ file, kind, scope: "user" });
  const project = (kind: ConfigKind, file: string): Place => ({ file, kind, scope: "project" });
  return [
    user("claude-desktop", join(data, "Claude", "claude_desktop_config.json")),
    user("windsurf", join(home, ".codeium", "windsurf", "mcp_config.json")),
    user("gemini-cli", join(home, ".gemini", "settings.json")),
    user("vscode", join(data, "Code", "User", "settings.json")),
    user("vscode", join(data, "Code", "User", "mcp.json")),
    user("cursor", join(home, ".cursor", "mcp.json")),
    user("claude-code", claude),
    user("x-mcp", join(ownFolder({ platform, home, cwd, env }, join), "x-mcp", "mcp.json")),
    project("gemini-cli", join(cwd, ".gemini", "settings.json")),
    project("vscode", join(cwd, ".vscode", "settings.json")),
    project("vscode", join(cwd, ".vscode", "mcp.json")),
    project("cursor", join(cwd, ".cursor", "mcp.json")),
    project("claude-code", join(cwd, ".mcp.json")),
    { ...project("claude-code", claude), project: cwd },
    project("x-mcp", join(cwd, "x-mcp.json")),
  ];
}

type Join = (...parts: readonly string[]) => string;

/** Where applications keep what is a person's. */
function dataFolder({ platform, home, env }: Surroundings, join: Join): string {
  switch (platform) {
    case "darwin":
      return join(home, "Library", "Application Support");
    case "win32":
      return absolute(env, "APPDATA") ?? join(home, "AppData", "Roaming");
    default:
      return absolute(env, "XDG_CONFIG_HOME") ?? join(home, ".config");
  }
}

/** The same for this project, which takes `XDG_CONFIG_HOME` wherever it is set. */
function ownFolder(surroundings: Surroundings, join: Join): string {
  return absolute(surroundings.env, "XDG_CONFIG_HOME") ?? dataFolder(surroundings, join);
}

/** A folder that the environment names. A relative one is to be ignored (XDG Base Directory). */
function absolute(env: Variables, name: string): string | undefined {
  const path = Object.hasOwn(env, name) ? env[name] : undefined;
  return path !== undefined && /^(\/|[A-Za-z]:[/\\]|\\\\)/.test(path) ? path : undefined;
}

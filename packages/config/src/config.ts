import type { AllowLegacy } from "@x/era";
import type { ConfigProblem } from "./config-error.js";
import type { InputDeclaration } from "./inputs.js";

/** What happens when two servers have a tool of the same name. */
export type CollisionPolicy = "prefix" | "reject" | "prefix-always";

/**
 * Which tools of a server are taken, by patterns on local names, in which `*` stands for any run of
 * characters; `exclude` wins over `include`.
 */
export interface ToolFilter {
  /** Only these; absent for all. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Where a server is declared, and what else had a say. */
export interface ServerOrigin {
  /** The file as the caller named it. */
  readonly file: string;
  /** The line its name is on, counted from 1. */
  readonly line: number;
  /** The overlay that gave some of its keys, and which ones; absent where none did. */
  readonly overlay?: { readonly file: string; readonly keys: readonly string[] };
}

/** What every server has, whatever it is reached by. Times in milliseconds; absent for the default. */
export interface ServerOptions {
  /** Unique in a configuration; without `/` and control characters. */
  readonly name: string;
  readonly origin: ServerOrigin;
  /**
   * Whether this one server may be spoken to in the legacy era after an ambiguous probe: the
   * operator's intent, `false` where the file says nothing.
   */
  readonly allowLegacy: AllowLegacy;
  readonly probeTimeoutMs?: number;
  readonly legacyProbeTimeoutMs?: number;
  readonly startTimeoutMs?: number;
  readonly tools?: ToolFilter;
  /**
   * The variables whose values stand in fields of this server, by name; those of inputs without
   * `password` as `input:id`. Secrets: not for display. Not among them: defaults, which are in the file;
   * and, where it stands in `command`, `cwd`, `env` or `envFile` only, a value with a `/` or `\` in it:
   * whatever is not found there has to be told.
   */
  readonly variables: Readonly<Record<string, string>>;
  /** Values of inputs with `"password": true` that stand in fields of this server. Secrets. */
  readonly passwords: readonly string[];
  /** Keys of this server that are not read, in the order of the file: most belong to editors. */
  readonly ignoredKeys: readonly string[];
}

/** A server that is started as a child process. All texts have their variables replaced. */
export interface StdioServerConfig extends ServerOptions {
  readonly type: "stdio";
  /** A name to be looked up or a path; never empty, never split at spaces. */
  readonly command: string;
  readonly args: readonly string[];
  /**
   * The operator's own variables, to be added to what a child gets anyway: what `env` says, and what
   * `envFile` says beside it. Secrets.
   */
  readonly env: Readonly<Record<string, string>>;
  /** As written: what a relative one is relative to is the caller's to decide. */
  readonly cwd?: string;
}

/** A server that is reached by URL. All texts have their variables replaced. */
export interface HttpServerConfig extends ServerOptions {
  /** Whatever the file calls it: `http`, `streamable-http` and `sse` are bindings of one transport. */
  readonly type: "http";
  /** Begins with `http://` or `https://` and has no credentials before its host. Its query is secret. */
  readonly url: string;
  /** Names as written, distinct without regard to case. Values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the operator accepts `http://` to another machine, where everybody on the way reads along. */
  readonly allowInsecure: boolean;
}

/** One server that is to be used. */
export type ServerConfig = StdioServerConfig | HttpServerConfig;

/** A server that is declared and cannot be used as it stands there. */
export interface UnusableServer {
  /** As the file has it: not always one that a server can have, and with control characters perhaps. */
  readonly name: string;
  readonly origin: ServerOrigin;
  /** What is wrong with it, and with nothing else; at least one. Without a value that could be secret. */
  readonly problems: readonly ConfigProblem[];
}

/** A server that was left out because a later file has one of the same name. */
export interface ReplacedServer {
  readonly name: string;
  /** Whose server was left out. */
  readonly file: string;
  /** Whose server took its place. */
  readonly by: string;
}

/**
 * A configuration, checked and with its variables replaced: of one file, or of several merged. A name is in
 * one of `servers`, `disabled` and `unusable`.
 */
export interface Config {
  /** The file as the caller named it; of several, all of them with commas between. For messages. */
  readonly file: string;
  /** The files it comes from, in the order they were merged in. */
  readonly files: readonly string[];
  /** `prefix` where no file says anything. */
  readonly collision: CollisionPolicy;
  /** The file that says what `collision` is; absent where none does. */
  readonly collisionFrom?: string;
  /** Of all servers, in the order in which each name was first declared. Distinct. */
  readonly names: readonly string[];
  /** In declared order, which collisions are decided by. Names are distinct. */
  readonly servers: readonly ServerConfig[];
  /** Names of the servers that are switched off: by their files, in declared order, then by an overlay. */
  readonly disabled: readonly string[];
  /**
   * Servers that have problems of their own, in declared order. Always empty where those are thrown, as they
   * are by default.
   */
  readonly unusable: readonly UnusableServer[];
  /** Inputs that the files declare, whether or not a server uses them. Ids are distinct. */
  readonly inputs: readonly InputDeclaration[];
  /** Servers that later files replaced; empty for one file. */
  readonly replaced: readonly ReplacedServer[];
}

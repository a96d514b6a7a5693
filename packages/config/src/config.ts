import type { AllowLegacy } from "@x/era";

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

/** What every server has, whatever it is reached by. Times in milliseconds; absent for the default. */
export interface ServerOptions {
  /** Unique in the file; without `/` and control characters. */
  readonly name: string;
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
   * The variables whose values stand in fields of this server, by name. Secrets: not for display. Not
   * among them: defaults, which are in the file; and, where it stands in `command`, `cwd` or `env` only,
   * a value with a `/` or `\` in it: whatever is not found there has to be told.
   */
  readonly variables: Readonly<Record<string, string>>;
  /** Keys of this server that are not read, in the order of the file: most belong to editors. */
  readonly ignoredKeys: readonly string[];
}

/** A server that is started as a child process. All texts have their variables replaced. */
export interface StdioServerConfig extends ServerOptions {
  readonly type: "stdio";
  /** A name to be looked up or a path; never empty, never split at spaces. */
  readonly command: string;
  readonly args: readonly string[];
  /** The operator's own variables, to be added to what a child gets anyway. Secrets. */
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

/** A configuration file, checked and with its variables replaced. */
export interface Config {
  /** The file as the caller named it. */
  readonly file: string;
  /** `prefix` where the file says nothing. */
  readonly collision: CollisionPolicy;
  /** In the order of the file, which is the declared order that collisions are decided by. */
  readonly servers: readonly ServerConfig[];
  /** Names of the servers with `"disabled": true`, in the order of the file. */
  readonly disabled: readonly string[];
}

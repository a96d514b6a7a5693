/** The names of those that are compared, in the order in which each round takes them. */
export const CONTENDERS = ["ours", "official", "bare"] as const;

/** `ours`, the official client in the version that package.json pins, or the hand-written limit. */
export type ContenderName = (typeof CONTENDERS)[number];

/** A server as a command. */
export interface ServerCommand {
  /** What the contender calls it, where it has names for servers. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** The result of a tool, as far as a scenario looks at it. */
export interface Answer {
  readonly content: readonly unknown[];
}

/** Servers that are connected and listed. */
export interface Host {
  /** How many tools the servers listed together. */
  readonly tools: number;
  /** Calls a tool of the first server. Rejects where the answer is not a result. */
  call(tool: string, args: { [name: string]: unknown }): Promise<Answer>;
  /** Settles when no server is left. */
  close(): Promise<void>;
}

/** A host of one server, and what its list took. */
export interface TimedHost extends Host {
  /** From sending `tools/list` until the contender can route every tool, in milliseconds. */
  readonly listMs: number;
}

/** A client under test, as its own documentation has it used. */
export interface Contender {
  /** Starts the servers, 16 at a time, discovers and lists. */
  connect(servers: readonly ServerCommand[]): Promise<Host>;
  connectTimed(server: ServerCommand): Promise<TimedHost>;
}

/** Who every contender says it is. */
export const CLIENT = { name: "bench", version: "1.0.0" };

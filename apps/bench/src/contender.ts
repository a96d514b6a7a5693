/** Who is compared over stdio: ours, the official client, and the hand-written limit. */
export const STDIO_CONTENDERS = ["ours", "official", "bare"] as const;

/**
 * Who is compared over HTTP: ours and the limit over `node:http`, both over `dispatch` of undici, and the
 * limit over `fetch`, which is what the official client uses.
 */
export const HTTP_CONTENDERS = [
  ...STDIO_CONTENDERS,
  "ours-dispatch",
  "bare-dispatch",
  "bare-fetch",
] as const;

/** Whole programs that are compared: ours, two that people use, and a script that does no more than it has to. */
export const COMMAND_LINES = ["x-mcp", "mcporter", "inspector", "bare"] as const;

export type CommandLineName = (typeof COMMAND_LINES)[number];
export type StdioContenderName = (typeof STDIO_CONTENDERS)[number];
export type HttpContenderName = (typeof HTTP_CONTENDERS)[number];
export type ContenderName = StdioContenderName | HttpContenderName | CommandLineName;

/** A server as a command. */
export interface ServerCommand {
  /** What the contender calls it, where it has names for servers. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** A server behind a URL. */
export interface Endpoint {
  /** What the contender calls it, where it has names for servers. */
  readonly name: string;
  readonly url: string;
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
  /** Settles when no server is left, or no connection to one. */
  close(): Promise<void>;
}

/** A host of one server, and what its list took. */
export interface TimedHost extends Host {
  /** From sending `tools/list` until the contender can route every tool, in milliseconds. */
  readonly listMs: number;
}

/** A client under test, as its own documentation has it used. */
export interface Contender<Server> {
  /** Connects to the servers, 16 at a time, discovers and lists. Commands are started. */
  connect(servers: readonly Server[]): Promise<Host>;
}

/** One over stdio, whose lists are timed too. */
export interface StdioContender extends Contender<ServerCommand> {
  connectTimed(server: ServerCommand): Promise<TimedHost>;
}

/** Who every contender says it is. */
export const CLIENT = { name: "bench", version: "1.0.0" };

import process from "node:process";
import { fileURLToPath } from "node:url";
import type { ServerCommand } from "./contender.js";

/** What the cheap server is to be like. */
export interface CheapServerOptions {
  readonly name?: string;
  /** How many tools it lists, `echo` and `frame` among them. */
  readonly tools: number;
  /** Put before each tool's name. */
  readonly prefix?: string;
  readonly outputSchemas?: "none" | "each";
  readonly replies?: "joined" | "single";
  /** A file that grows by a byte with each process. */
  readonly startsFile?: string;
}

// From a chunk of the build as from its entry: both are one level below the package.
const SCRIPT = fileURLToPath(new URL("../fixtures/cheap-server.mjs", import.meta.url));

/** The one server that all contenders talk to. */
export function cheapServer(options: CheapServerOptions): ServerCommand {
  const {
    name = "cheap",
    tools,
    prefix = "",
    outputSchemas = "none",
    replies = "single",
    startsFile,
  } = options;
  const args = [SCRIPT, "--tools", String(tools), "--prefix", prefix];
  if (outputSchemas === "each") args.push("--schemas");
  if (replies === "joined") args.push("--joined");
  if (startsFile !== undefined) args.push("--starts", startsFile);
  return { name, command: process.execPath, args };
}

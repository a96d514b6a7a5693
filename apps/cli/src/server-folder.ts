import { resolve } from "node:path";
import type { StdioServerConfig } from "@x/config";
import { folderOf } from "./config-files.js";

/**
 * The directory that a server runs in, absolute. A relative `cwd` counts from the folder of the file that
 * declares it, so that the file means the same wherever the program is started; without one a server runs in
 * the working directory `cwd`.
 */
export function serverFolder(server: StdioServerConfig, cwd: string): string {
  return server.cwd === undefined ? cwd : resolve(folderOf(server.origin.file, cwd), server.cwd);
}

import { join } from "node:path";
import type { Variables } from "@x/config";

/** The folder of this program in the cache of whoever runs it. Absolute; may not be there. */
export function cacheFolder(env: Variables, home: string): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = env;
  // A relative one is to be ignored (XDG Base Directory).
  if (XDG_CACHE_HOME?.startsWith("/") === true) return join(XDG_CACHE_HOME, "x-mcp");
  switch (process.platform) {
    case "darwin":
      return join(home, "Library", "Caches", "x-mcp");
    case "win32":
      return join(LOCALAPPDATA ?? join(home, "AppData", "Local"), "x-mcp");
    default:
      return join(home, ".cache", "x-mcp");
  }
}

/**
 * `npm run demo`: tells what one client makes of six servers. Exit code 1 if it is not as claimed.
 * `npm run demo -- --web [--port N]`: shows the same live, in a page.
 */
import { parseArgs } from "node:util";
import { terminal } from "./print.js";
import { tellStory } from "./story.js";

const USAGE = "Usage: npm run demo [-- --web [--port <0-65535>]]";

const servers = new URL("./servers/", import.meta.url);
const options = optionsIn(process.argv.slice(2));
if (options === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (options.isWeb) {
  // Only now, since the story needs none of it.
  const { openConsole } = await import("./console/open-console.js");
  const web = new URL("./web/", import.meta.url);
  try {
    await openConsole({ servers, web, port: options.port, say: (line) => console.log(line) });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} else {
  const broken = await tellStory(servers, terminal());
  process.exitCode = broken.length === 0 ? 0 : 1;
}

function optionsIn(args: string[]): { readonly isWeb: boolean; readonly port: number } | undefined {
  try {
    const { web = false, port } = parseArgs({
      args,
      options: { web: { type: "boolean" }, port: { type: "string" } },
    }).values;
    if (port !== undefined && (!web || !/^\d{1,5}$/.test(port))) return undefined;
    const number = Number(port ?? 0);
    return number > 65_535 ? undefined : { isWeb: web, port: number };
  } catch {
    return undefined;
  }
}

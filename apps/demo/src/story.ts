import { DEMO_SERVERS } from "./demo-servers.js";
import { Expectations } from "./expectations.js";
import { createHost } from "./host.js";
import type { Printer } from "./print.js";
import { tellCalls } from "./story/calls.js";
import { tellEras } from "./story/eras.js";
import { tellHttp } from "./story/http.js";
import { tellNames } from "./story/names.js";
import { tellSummary } from "./story/summary.js";
import { tellUntouched } from "./story/untouched.js";

/**
 * Runs the whole demo against the programs in the directory `servers`, and tells it on the way.
 *
 * Gives the expectations that did not hold. Leaves no process behind.
 */
export async function tellStory(servers: URL, printer: Printer): Promise<readonly string[]> {
  const host = await createHost(servers);
  const expectations = new Expectations(printer);
  const section = { host, printer, expectations };
  printer.line(
    `One host and ${DEMO_SERVERS.length} servers, each a process of its own, over stdio or HTTP.`,
  );
  try {
    await host.client.connect();
    tellEras(section);
    tellNames(section);
    await tellCalls(section);
    tellUntouched(section);
  } finally {
    await host.close();
  }
  tellHttp(section);
  tellSummary(section);
  return expectations.broken;
}

import type { Client } from "@x/client";
import { declares } from "@x/wire";
import type { ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { serverNamed } from "./open-server.js";
import { type Listed, listedBy } from "./resource-lists.js";
import { noteRefused, resourceRows } from "./resources-text.js";
import { rowsText } from "./rows-text.js";
import {
  exitCodeOf,
  noteLeftOut,
  noteServer,
  type ServerReport,
  serverReports,
} from "./server-report.js";
import type { Format } from "./server-settings.js";
import { connectOptions, opened as openedOne } from "./time-limit.js";
import { withUnusable } from "./unusable.js";
import { withClient } from "./with-client.js";

/** What is listed. */
export interface ResourcesLine {
  readonly format: Format;
  /** Nothing for all of them. */
  readonly server: string | undefined;
}

/** Lists the resources and resource templates of all servers, or starts one and lists its own. */
export async function resources(line: ResourcesLine, invocation: Invocation): Promise<ExitCode> {
  const { server } = line;
  if (server === undefined) noteLeftOut(invocation);
  else serverNamed(server, invocation.config);
  // Names of tools do not matter here, and those that collide hinder nobody.
  return withClient(invocation, "prefix", async (client) => {
    if (server === undefined) await client.connect(connectOptions(invocation));
    else await openedOne(client, server, invocation);
    const { lists, undeclared } = await listAll(client, invocation);
    const asked = client.peers.filter(({ state }) => state !== "idle");
    const opened = serverReports(asked, invocation, []).map((one) => withProblem(one, lists));
    const servers = server === undefined ? withUnusable(opened, invocation) : opened;
    const exitCode = exitCodeOf(servers);
    const all = {
      resources: lists.flatMap((one) => one.resources),
      templates: lists.flatMap((one) => one.templates),
    };
    if (line.format === "text") {
      for (const one of servers) noteServer(one, invocation.note);
      // Whoever asks one server alone is not to wonder why nothing comes.
      if (server !== undefined && undeclared.length > 0) {
        invocation.note(`${server} declares no resources.`);
      }
      for (const one of lists) noteRefused(one, invocation.note);
      return { output: await rowsText(resourceRows(all), invocation.io.screen), exitCode };
    }
    const refused = lists.flatMap((one) => one.refused);
    return { output: jsonDocument({ ...all, refused, undeclared, servers }), exitCode };
  });
}

/** What the servers that are ready list, side by side; those that declare no resources have none. */
async function listAll(
  client: Client,
  invocation: Invocation,
): Promise<{ readonly lists: readonly Listed[]; readonly undeclared: readonly string[] }> {
  const ready = client.peers.filter(({ state }) => state === "ready");
  const has = ({ capabilities = {} }: (typeof ready)[number]): boolean =>
    declares(capabilities, "resources");
  return {
    lists: await Promise.all(
      ready.filter(has).map(({ name }) => listedBy(client, name, invocation)),
    ),
    undeclared: ready.filter((one) => !has(one)).map(({ name }) => name),
  };
}

/** A list of resources that broke off counts as a list of tools does. */
function withProblem(report: ServerReport, lists: readonly Listed[]): ServerReport {
  const problem = lists.find(({ server }) => server === report.name)?.problem;
  if (problem === undefined || report.status !== "ready") return report;
  const message = `${report.message} ${problem.message}`;
  return { ...report, message, listProblem: problem.code };
}

import type { Client } from "@x/client";
import { type Entry, providerNames, providerProfiles } from "@x/registry";
import { CliError } from "./cli-error.js";
import { LONGEST_NAME } from "./columns-text.js";
import type { ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { noteProblems } from "./merge-report.js";
import { type NameReason, type Naming, nameReason, nameReasonText } from "./name-reason.js";
import { oneLine } from "./printable.js";
import { type ProviderName, providerName, providerText } from "./provider-reason.js";
import type { Provider } from "./providers.js";
import { rowsText } from "./rows-text.js";
import { nearestWord } from "./schema/nearest-word.js";
import { exitCodeOf, noteLeftOut, serverReports } from "./server-report.js";
import type { Format } from "./server-settings.js";
import { connectOptions } from "./time-limit.js";
import { letIn } from "./tool-filter.js";
import { withUnusable } from "./unusable.js";
import { withClient } from "./with-client.js";

/** Which names are told, and how. */
export interface NamesLine {
  readonly format: Format;
  /** One tool, by any of its names. */
  readonly name: string | undefined;
  readonly provider: Provider | undefined;
  readonly tell: "names" | "reasons";
}

/** What is told of one name. */
interface NameReport extends NameReason {
  readonly name: string;
  readonly server: string;
  readonly localName: string;
  readonly message: string;
  readonly provider?: ProviderName & { readonly message: string };
}

/** Starts every server and says what their tools are called, and why. */
export function names(line: NamesLine, invocation: Invocation): Promise<ExitCode> {
  noteLeftOut(invocation);
  const { config } = invocation;
  return withClient(invocation, config.collision, async (client) => {
    const peers = await client.connect(connectOptions(invocation));
    const opened = serverReports(peers, invocation, ["tools"]);
    const servers = withUnusable(opened, invocation);
    const reports = reportsOf(client, line, invocation);
    const chosen = line.name === undefined ? reports : chosenOf(line.name, reports);
    const exitCode = exitCodeOf(servers);
    if (line.format === "json") {
      const { provider = null } = line;
      const document = { policy: config.collision, provider, names: chosen, servers };
      return { output: jsonDocument(document), exitCode };
    }
    noteProblems(client, "tool", servers, invocation);
    const isTold = line.tell === "reasons" || line.name !== undefined;
    const output = isTold
      ? chosen.map(reportText).join("")
      : await rowsText(chosen.map(rowOf), invocation.io.screen);
    return { output, exitCode };
  });
}

function reportsOf(
  client: Client,
  { provider }: NamesLine,
  invocation: Invocation,
): readonly NameReport[] {
  const { text, structure } = invocation.redaction;
  const naming = namingOf(client, invocation);
  const profile = provider === undefined ? undefined : providerProfiles[provider];
  const all = client.tools.map(({ canonical }) => canonical);
  const provided = profile === undefined ? undefined : providerNames(all, profile);
  return client.tools.map((entry: Entry): NameReport => {
    const { canonical, peer, local } = entry;
    const reason = nameReason(entry, naming);
    const own = {
      name: structure(canonical),
      server: peer,
      localName: structure(local),
      ...reason,
      message: text(nameReasonText(entry, reason)),
    };
    if (profile === undefined || provided === undefined) return own;
    const named = providerName(canonical, provided, profile);
    return {
      ...own,
      provider: { ...structure(named), message: text(providerText(named, profile)) },
    };
  });
}

function namingOf(client: Client, { config }: Invocation): Naming {
  const unknown = new Set(
    client.peers
      .filter(({ state, listProblems }) => state !== "ready" || listProblems?.tools !== undefined)
      .map(({ name }) => name),
  );
  return {
    policy: config.collision,
    servers: config.servers.map(({ name }) => name),
    collisions: client.collisions.filter(({ kind }) => kind === "tool"),
    mayHave: (server, local) => {
      if (!unknown.has(server)) return false;
      const filter = config.servers.find(({ name }) => name === server)?.tools ?? {};
      return letIn(filter, [local]).length > 0;
    },
  };
}

function chosenOf(name: string, reports: readonly NameReport[]): readonly NameReport[] {
  const chosen = reports.filter(
    (one) =>
      one.name === name ||
      one.localName === name ||
      `${one.server}/${one.localName}` === name ||
      one.provider?.name === name,
  );
  if (chosen.length > 0) return chosen;
  const all = reports.flatMap((one) => [
    one.name,
    one.localName,
    ...(one.provider === undefined ? [] : [one.provider.name]),
  ]);
  const meant = nearestWord(name, all);
  const hint = meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant)}?`;
  throw new CliError(`There is no tool ${JSON.stringify(name)}.${hint}`, { code: "unknown_tool" });
}

function rowOf({ name, server, localName, provider }: NameReport): readonly string[] {
  const names = [
    name,
    `${server}/${localName}`,
    ...(provider === undefined ? [] : [provider.name]),
  ];
  return names.map((one) => oneLine(one, LONGEST_NAME));
}

function reportText({ name, server, localName, message, provider }: NameReport): string {
  const lines = [
    `${oneLine(name, LONGEST_NAME)}: ${oneLine(localName, LONGEST_NAME)} of ${oneLine(server, LONGEST_NAME)}`,
    `  ${oneLine(message, LONGEST_NAME)}`,
  ];
  if (provider !== undefined) {
    lines.push(`  ${provider.name}`, `    ${oneLine(provider.message, LONGEST_NAME)}`);
  }
  return lines.map((line) => `${line}\n`).join("");
}

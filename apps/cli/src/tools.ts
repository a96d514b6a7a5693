import type { Client } from "@x/client";
import type { CollisionPolicy } from "@x/config";
import type { Entry } from "@x/registry";
import { CliError } from "./cli-error.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import type { Io } from "./io.js";
import { jsonDocument } from "./json-document.js";
import { mergeReport, noteProblems } from "./merge-report.js";
import { openOwner } from "./open-owner.js";
import { openServer, serverNamed } from "./open-server.js";
import { planOwner } from "./owner-plan.js";
import type { Redaction } from "./redaction.js";
import { nearestWord } from "./schema/nearest-word.js";
import { signatureOf } from "./schema/signature.js";
import { exitCodeOf, noteLeftOut, serverReports } from "./server-report.js";
import type { Format } from "./server-settings.js";
import { explainMissing, type Sought } from "./sought.js";
import { connectOptions } from "./time-limit.js";
import { noteCosts, serverCosts } from "./tool-costs.js";
import { noteIdlePatterns } from "./tool-filter.js";
import { toolText } from "./tool-text.js";
import { type ToolReport, type ToolsLayout, toolsText } from "./tools-text.js";
import { withUnusable } from "./unusable.js";
import { type Answer, withClient } from "./with-client.js";

/** Which tools are listed, and how. */
export interface ToolsLine {
  readonly format: Format;
  readonly of: ToolsOf;
}

/** Those of all servers, those of one, or a single one, of which only the schema may be wanted. */
export type ToolsOf =
  | { readonly type: "all" }
  | { readonly type: "server"; readonly server: string }
  | { readonly type: "tool"; readonly name: string; readonly show: "all" | "schema" };

/** Lines of signatures are about this wide where nobody looks at them. */
const WIDTH = 200;
const NARROWEST = 60;

/** Starts the servers that are needed and lists their tools under their canonical names. */
export function tools({ of, format }: ToolsLine, invocation: Invocation): Promise<ExitCode> {
  switch (of.type) {
    case "all":
      noteLeftOut(invocation);
      return list(invocation, format, {
        collision: invocation.config.collision,
        open: async (client) => void (await client.connect(connectOptions(invocation))),
        among: "all",
      });
    case "server": {
      const { name } = serverNamed(of.server, invocation.config);
      // Alone it is named as it can always be called, whatever the others have.
      return list(invocation, format, {
        collision: "prefix-always",
        open: async (client) =>
          void (await openServer(client, name, invocation, "Nothing was listed.")),
        among: "one",
      });
    }
    case "tool":
      return one(of, invocation, format);
  }
}

/** Which servers are opened for a list. */
interface Opening {
  readonly collision: CollisionPolicy;
  readonly open: (client: Client) => Promise<void>;
  /** Whether those that cannot be used are told of, too. */
  readonly among: "all" | "one";
}

function list(
  invocation: Invocation,
  format: Format,
  { collision, open, among }: Opening,
): Promise<ExitCode> {
  const { io, redaction } = invocation;
  return withClient(invocation, collision, async (client): Promise<Answer> => {
    await open(client);
    const asked = client.peers.filter(({ state }) => state !== "idle");
    const opened = serverReports(asked, invocation, ["tools"]);
    const servers = among === "all" ? withUnusable(opened, invocation) : opened;
    noteIdlePatterns(client, invocation);
    const listed = client.tools.map((entry) => toolReport(entry, redaction));
    const costs = serverCosts(listed);
    const exitCode = exitCodeOf(servers);
    if (format === "text") {
      noteProblems(client, "tool", servers, invocation);
      noteCosts(costs, invocation);
      return { output: toolsText(listed, await layoutFor(io)), exitCode };
    }
    const { collisions, quarantined } = mergeReport(client, "tool", redaction);
    const document = { tools: listed, collisions, quarantined, costs, servers };
    return { output: jsonDocument(document), exitCode };
  });
}

/** In a pipe a line may be long, but not without end: `tools NAME` has all of it. */
async function layoutFor({ screen }: Io): Promise<ToolsLayout> {
  if (screen === undefined) return { width: WIDTH, bold: asItIs, dim: asItIs };
  const { colours } = await import("./colours.js");
  return { width: Math.max(screen.columns, NARROWEST), ...colours(screen) };
}

function asItIs(text: string): string {
  return text;
}

/** One tool, of which no more servers are started than for a call. */
function one(
  { name, show }: Extract<ToolsOf, { readonly type: "tool" }>,
  invocation: Invocation,
  format: Format,
): Promise<ExitCode> {
  const plan = planOwner(name, invocation.config);
  const sought: Sought = { noun: "tool", name };
  return withClient(invocation, plan.collision, async (client): Promise<Answer> => {
    await openOwner(client, plan, sought, invocation);
    const entry = client.tools.find(({ canonical }) => canonical === name);
    if (entry === undefined) {
      explainMissing(client, sought, invocation);
      throw unknownTool(name, client, invocation);
    }
    const report = toolReport(entry, invocation.redaction);
    if (show === "schema") return { output: jsonDocument(report.inputSchema), exitCode: EXIT.ok };
    const output = format === "json" ? jsonDocument(report) : toolText(report);
    return { output, exitCode: EXIT.ok };
  });
}

function unknownTool(name: string, client: Client, { config }: Invocation): CliError {
  const near =
    nearestWord(
      name,
      client.tools.map(({ canonical }) => canonical),
    ) ?? client.tools.find(({ local }) => local === name)?.canonical;
  const isServer = config.servers.some((server) => server.name === name);
  const meant = isServer ? `${name}/` : near;
  const hint = meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant)}?`;
  return new CliError(`There is no tool ${JSON.stringify(name)}.${hint}`, {
    code: "unknown_tool",
  });
}

function toolReport(
  { canonical, peer, local, tool, outputCheck }: Entry,
  redaction: Redaction,
): ToolReport {
  const { title, description, annotations } = tool;
  const { text, structure } = redaction;
  const name = structure(canonical);
  const inputSchema = structure(tool.inputSchema);
  const outputSchema = outputCheck === "declared" ? structure(tool.outputSchema) : undefined;
  return {
    name,
    server: peer,
    localName: structure(local),
    signature: signatureOf({ name, inputSchema, outputSchema }),
    ...(typeof title === "string" ? { title: text(title) } : {}),
    description: typeof description === "string" ? text(description) : null,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined || annotations === null
      ? {}
      : { annotations: structure(annotations) }),
  };
}

import { type Config, type ConfigProblem, problemText, type UnusableServer } from "@x/config";
import { CliError } from "./cli-error.js";
import type { Invocation } from "./invocation.js";
import type { Io } from "./io.js";
import type { ServerReport } from "./server-report.js";

/** The reason of a server that is declared and cannot be used as it stands there. */
export const UNUSABLE = "unusable";

/** One thing that is wrong with how a server is declared: where, and what to do. No secret is in it. */
export interface ProblemReport {
  /** A code of the configuration's errors. */
  readonly code: string;
  readonly file: string;
  readonly line: number;
  /** A path inside the server (`env.TOKEN`); `null` where it is about all of it. */
  readonly field: string | null;
  readonly message: string;
}

/** What is wrong with a server, in the order of its fields. */
export function problemReports({ origin, problems }: UnusableServer): readonly ProblemReport[] {
  return problems.map((problem) => ({
    code: problem.code,
    file: origin.file,
    line: problem.line,
    field: ("field" in problem ? problem.field : undefined) ?? null,
    message: problem.message,
  }));
}

/** All of it as a sentence. */
function problemsText({ origin, problems }: UnusableServer): string {
  return `${origin.file}: ${problems.map(problemText).join("; ")}`;
}

/** What the commands say of such servers that report on all. */
function unusableReports({ config }: Pick<Invocation, "config">): readonly ServerReport[] {
  return config.unusable.map((server) => ({
    name: server.name,
    status: "unavailable",
    era: "unknown",
    revision: null,
    reason: UNUSABLE,
    message: `It cannot be used as it is declared: ${problemsText(server)}.`,
    evidence: [],
    elapsedMs: 0,
    tools: 0,
    problems: problemReports(server),
  }));
}

/** These and the reports of such servers, in the order in which all of them are declared. */
export function withUnusable(
  reports: readonly ServerReport[],
  invocation: Pick<Invocation, "config">,
): readonly ServerReport[] {
  const all = [...reports, ...unusableReports(invocation)];
  const places = new Map(invocation.config.names.map((name, place) => [name, place]));
  const placeOf = ({ name }: ServerReport): number => places.get(name) ?? places.size;
  return all.sort((one, other) => placeOf(one) - placeOf(other));
}

/** Says which servers cannot be used; the others are. */
export function noteUnusable({ config, note }: Pick<Invocation, "config" | "note">): void {
  for (const server of config.unusable) {
    note(`${server.name} cannot be used: ${problemsText(server)}`);
  }
}

/**
 * Refuses a server that is named and cannot be used.
 *
 * @throws CliError `unusable_server`, with all that is wrong with it.
 */
export function refuseUnusable(name: string | undefined, { unusable }: Config): void {
  const server = unusable.find((one) => one.name === name);
  if (server === undefined) return;
  throw new CliError(
    `${server.name} cannot be used: ${problemsText(server)}. Nothing was started.`,
    { code: "unusable_server", about: { server: server.name } },
  );
}

/** A configuration in which a server that no transport can be made for is none that can be used. */
export async function withoutInvalid(config: Config, io: Io, cwd: string): Promise<Config> {
  const invalid = new Map<string, UnusableServer>();
  for (const server of config.servers) {
    const { name, origin } = server;
    try {
      await io.transport(server, cwd);
    } catch (error) {
      if (!(error instanceof CliError) || error.code !== "invalid_server") throw error;
      const problem: ConfigProblem = {
        code: "invalid",
        server: name,
        line: origin.line,
        message: flaw(error, server),
      };
      invalid.set(name, { name, origin, problems: [problem] });
    }
  }
  if (invalid.size === 0) return config;
  return {
    ...config,
    servers: config.servers.filter(({ name }) => !invalid.has(name)),
    unusable: [...config.unusable, ...invalid.values()],
  };
}

/** The message without what a problem says by itself. */
function flaw({ message }: CliError, { name, origin }: Config["servers"][number]): string {
  const where = `${origin.file}: server ${JSON.stringify(name)}: `;
  const why = message.startsWith(where) ? message.slice(where.length) : message;
  return why.replace(/\.$/, "");
}

import type { PeerReport } from "@x/client";
import type { ServerConfig } from "@x/config";
import { CliError } from "./cli-error.js";
import { configReport } from "./config-report.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { mayBeLegacy } from "./hint.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { serverNamed, told, unavailable } from "./open-server.js";
import { allowIn } from "./overlay-writing.js";
import { oneLine, printable } from "./printable.js";
import type { Format } from "./server-settings.js";
import { bindingRows } from "./show-config.js";
import { opened } from "./time-limit.js";
import { type Answer, withClient } from "./with-client.js";

/** Which server may be a legacy one. */
export interface AllowLine {
  readonly format: Format;
  readonly server: string;
  /** Whether it is opened once more for `initialize`. */
  readonly isReopened: boolean;
  /** Whether nobody is asked. */
  readonly isConfirmed: boolean;
}

const LONGEST = 1000;
const NOTHING = "Nothing was written.";

/**
 * Opens a server without allowing it anything, shows what was seen, asks, and writes into the overlay that it may
 * be a legacy server, as long as it is reached by exactly this command or endpoint.
 *
 * A modern server needs no permission, and of one that could not be asked there is nothing to go by: neither is
 * allowed anything.
 */
export async function allow(line: AllowLine, invocation: Invocation): Promise<ExitCode> {
  const server = serverNamed(line.server, invocation.config);
  if (server.allowLegacy !== false) {
    return answered(line, invocation, { server, evidence: [], file: allowedBy(server) });
  }
  return withClient(invocation, "prefix", async (client): Promise<Answer> => {
    invocation.subject.server = server.name;
    const report = await opened(client, server.name, invocation);
    if (!mayBeLegacy(report)) throw notToBeAllowed(report, invocation);
    await confirm(line, { server, report }, invocation);
    const file = await allowIn(server, line, invocation);
    const evidence = report.evidence.map((one) => invocation.redaction.text(one.received));
    return {
      output: answerText(line, { server, evidence, file }),
      exitCode: EXIT.ok,
    };
  });
}

interface Allowed {
  readonly server: ServerConfig;
  /** What came back for the probe. */
  readonly evidence: readonly string[];
  /** Where it stands. */
  readonly file: string;
}

function answered(line: AllowLine, { io }: Invocation, allowed: Allowed): ExitCode {
  io.stdout(answerText(line, allowed));
  return EXIT.ok;
}

function answerText({ format }: AllowLine, { server, evidence, file }: Allowed): string {
  const { name, allowLegacy } = server;
  const isNew = allowLegacy === false;
  if (format === "json") return jsonDocument({ server: name, file, isNew, evidence });
  const where = oneLine(file, LONGEST);
  return isNew
    ? `${name} may be a legacy server, as long as it is reached by exactly this. That is in ${where}.\n`
    : `${name} may be a legacy server already: that is in ${where}.\n`;
}

function allowedBy({ origin }: ServerConfig): string {
  return origin.overlay?.keys.includes("allowLegacy") === true ? origin.overlay.file : origin.file;
}

function notToBeAllowed(report: PeerReport, invocation: Invocation): CliError {
  const { name, state, era, revision } = report;
  if (state !== "ready" && era !== "modern") {
    return unavailable(`${told(report, invocation)} ${NOTHING}`, [report], invocation);
  }
  const what = revision === null ? era : `${era}, revision ${revision}`;
  return new CliError(
    `${name} is ${what}: it has no use for being allowed to be a legacy server. ${NOTHING}`,
    { code: "not_legacy", about: { server: name } },
  );
}

/** @throws CliError `not_confirmed`. */
async function confirm(
  { isConfirmed }: AllowLine,
  { server, report }: { readonly server: ServerConfig; readonly report: PeerReport },
  invocation: Invocation,
): Promise<void> {
  const { io } = invocation;
  const { name } = server;
  io.stderr(seenText(name, report, invocation));
  if (isConfirmed) return;
  const about = { server: name };
  if (!io.isInteractive) {
    const message = `Nobody is asked here. Look at what was seen of ${name}, and give --yes if you trust it. ${NOTHING}`;
    throw new CliError(message, { code: "not_confirmed", about });
  }
  for (;;) {
    const question = `Let ${name} be a legacy server, as long as all of this is the same? (yes, no) `;
    const typed = (await io.line(question, io.signal))?.trim().toLowerCase();
    if (typed === "yes" || typed === "y") return;
    if (typed === undefined || typed === "no" || typed === "n") {
      throw new CliError(`${name} is not allowed anything. ${NOTHING}`, {
        code: "not_confirmed",
        about,
      });
    }
  }
}

/** What is allowed, and what was seen of it. */
function seenText(name: string, report: PeerReport, invocation: Invocation): string {
  const { redaction } = invocation;
  const server = configReport(invocation).servers.find((one) => one.name === name);
  const rows = server === undefined ? "" : bindingRows(server);
  const seen = report.evidence.map(({ atMs, sent, step, received, stderr = [] }) => {
    const what = `${Math.round(atMs)} ms: ${sent ?? step} -> ${redaction.text(received)}`;
    const lines = stderr.map((text) => `  stderr       ${printable(redaction.text(text))}\n`);
    return `  evidence     ${oneLine(what, LONGEST)}\n${lines.join("")}`;
  });
  return `${name}: ${oneLine(redaction.text(report.message), LONGEST)}\n${rows}${seen.join("")}`;
}

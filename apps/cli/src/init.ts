import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type Config, mergeConfigs } from "@x/config";
import { CliError } from "./cli-error.js";
import { type ConfigFile, foundFiles } from "./config-files.js";
import { type Editor, editorName } from "./editors.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Io } from "./io.js";
import { jsonDocument } from "./json-document.js";
import { oneLine } from "./printable.js";
import { replaceFile } from "./replace-file.js";
import type { Format } from "./server-settings.js";
import { serverEntry, takenOver, usedInputs } from "./taken-over.js";

/** What is written. */
export interface InitLine {
  readonly format: Format;
  readonly file: string;
  /** Whose servers are taken over, the weakest first; nothing for those that somebody chooses. */
  readonly from: readonly Editor[] | undefined;
  readonly isForced: boolean;
}

const LONGEST = 1000;

/**
 * Writes a configuration with the servers of editors, or an empty one. Nothing is started, and no file of an editor
 * is changed.
 *
 * @throws CliError `file_exists`, `no_configuration`, `not_saved`; ConfigError for what is in a file.
 */
export async function init(
  line: InitLine,
  { io, cwd }: { readonly io: Io; readonly cwd: string },
): Promise<ExitCode> {
  const file = resolve(cwd, line.file);
  const isThere = (await stat(file).catch(() => undefined)) !== undefined;
  if (isThere && !line.isForced) throw fileExists(line.file);
  const found = (await foundFiles({ cwd, io })).filter(({ kind }) => kind !== "x-mcp");
  const chosen = await choose(line, found, io);
  const note = (text: string): void => io.stderr(`${oneLine(text, LONGEST)}\n`);
  const config = mergeConfigs(chosen.map((one) => takenOver(one, { io, cwd, note })));
  for (const { name, file: of, by } of config.replaced) {
    note(`The server ${name} of ${of} is left out: ${by} has one of that name.`);
  }
  await replaceFile(file, configText(config, cwd));
  io.stdout(line.format === "json" ? jsonDocument(reportOf(line, config)) : text(line, config));
  return EXIT.ok;
}

async function choose(
  { from }: InitLine,
  found: readonly ConfigFile[],
  io: Io,
): Promise<readonly ConfigFile[]> {
  if (from !== undefined) {
    const missing = from.find((editor) => found.every(({ kind }) => kind !== editor));
    if (missing !== undefined) throw nothingOf(missing);
    return from.flatMap((editor) => found.filter(({ kind }) => kind === editor));
  }
  if (!io.isInteractive || found.length === 0) return [];
  const { isCancel, multiselect } = await import("@clack/prompts");
  const chosen = await multiselect({
    message: "Whose servers are to be taken over?",
    options: found.map(({ file, kind }) => ({
      value: file,
      label: oneLine(file, LONGEST),
      hint: editorName(kind as Editor),
    })),
    required: false,
    signal: io.signal,
    output: process.stderr,
  });
  if (isCancel(chosen)) {
    throw new CliError("Nothing was written.", { code: "not_confirmed" });
  }
  return found.filter(({ file }) => chosen.includes(file));
}

function configText(config: Config, cwd: string): string {
  const inputs = usedInputs(config);
  const servers = config.servers.map((server) => [server.name, serverEntry(server, cwd)] as const);
  const content = {
    ...(config.collisionFrom === undefined ? {} : { collision: config.collision }),
    ...(inputs.length === 0 ? {} : { inputs }),
    mcpServers: Object.fromEntries(servers),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function reportOf({ file }: InitLine, { servers }: Config): object {
  return { file, servers: servers.map(({ name, origin }) => ({ name, from: origin.file })) };
}

function text({ file }: InitLine, { servers }: Config): string {
  const lines = servers.map(
    ({ name, origin }) => `  ${oneLine(name, LONGEST)}, of ${oneLine(origin.file, LONGEST)}\n`,
  );
  const none =
    servers.length === 0 ? "  no servers yet; --from takes over those of an editor\n" : "";
  return `Wrote ${oneLine(file, LONGEST)}:\n${lines.join("")}${none}`;
}

function fileExists(file: string): CliError {
  const message = `${JSON.stringify(file)} is there already. Give --force to replace it, or name another file. Nothing was written.`;
  return new CliError(message, { code: "file_exists" });
}

function nothingOf(editor: Editor): CliError {
  const message = `There is no file of ${editorName(editor)} here. Nothing was written.`;
  return new CliError(message, { code: "no_configuration" });
}

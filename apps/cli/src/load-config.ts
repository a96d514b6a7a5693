import { resolve } from "node:path";
import {
  adHocServer,
  type Config,
  inputsOf,
  mergeConfigs,
  type OverlayNote,
  parseConfig,
} from "@x/config";
import { CliError } from "./cli-error.js";
import {
  type ConfigFile,
  folderOf,
  foundFiles,
  namedFiles,
  type Surroundings,
} from "./config-files.js";
import { fillInputs } from "./config-inputs.js";
import { type OverlayFile, overlaid, readOverlay } from "./config-overlay.js";
import type { Sources } from "./config-sources.js";
import type { Io } from "./io.js";
import { readNamed } from "./named-file.js";
import { withoutInvalid } from "./unusable.js";

/** The configuration of a run, and how it came to be. */
export interface Loaded {
  readonly config: Config;
  /** None over a server of the command line. */
  readonly overlay: OverlayFile | undefined;
  /** What the overlay says that does not hold. */
  readonly notes: readonly OverlayNote[];
  /** Whether the files were found, not named. */
  readonly isFound: boolean;
}

/**
 * Reads the configuration: that of the files, the weakest first, under the overlay, or the one server of the
 * command line. Asks for inputs where somebody is there.
 *
 * @throws CliError `config_not_readable`, `no_configuration`, `input_missing`; ConfigError for what is in a file.
 */
export async function loadConfig(sources: Sources, surroundings: Surroundings): Promise<Loaded> {
  const { adHoc, files } = sources;
  if (adHoc !== undefined) {
    const config = adHocServer(adHoc);
    return { config, overlay: undefined, notes: [], isFound: false };
  }
  const isFound = files.length === 0;
  const read = isFound ? await foundFiles(surroundings) : await namedFiles(files, surroundings);
  if (read.length === 0) throw noConfiguration();
  const values = new Map(sources.inputs);
  const configs: Config[] = [];
  for (const file of read) configs.push(await parsed(file, values, surroundings));
  const { cwd, io } = surroundings;
  const overlay = await readOverlay(sources, surroundings);
  const { config, notes } = overlaid(mergeConfigs(configs), overlay.overlay, cwd);
  return { config: await withoutInvalid(config, io, cwd), notes, overlay, isFound };
}

async function parsed(
  { file, kind, text, project, workspace }: ConfigFile,
  values: Map<string, string>,
  { cwd, io }: Surroundings,
): Promise<Config> {
  const whose = { file, kind, ...(project === undefined ? {} : { project }) };
  // To look for them is to read the file once more.
  const inputs = /inputs|\\u/i.test(text) ? inputsOf(text, whose) : [];
  await fillInputs(inputs, { values, io, file });
  const files = new Map<string, () => string>();
  for (;;) {
    const unread = new Set<string>();
    const textIn = (path: string): string => {
      if (!files.has(path)) unread.add(path);
      return files.get(path)?.() ?? "";
    };
    const config = parseConfig(text, {
      ...whose,
      env: io.env,
      workspaceFolder: workspace,
      userHome: io.home,
      input: (id) => values.get(id),
      readEnvFile: textIn,
      readFile: textIn,
      unusable: "list",
    });
    // It has to be given at once, and may be a pipe: so it is read between two readings of the configuration.
    if (unread.size === 0) return config;
    for (const path of unread) {
      files.set(path, await textOrError(resolve(folderOf(file, cwd), path), io));
    }
  }
}

/** What gives the text of a file, or throws what keeps it from being read. */
async function textOrError(path: string, { signal }: Io): Promise<() => string> {
  try {
    const text = String(await readNamed(path, { signal }));
    return () => text;
  } catch (error) {
    signal.throwIfAborted();
    return () => {
      throw error;
    };
  }
}

function noConfiguration(): CliError {
  const message =
    "No configuration was found where editors keep theirs. Name one with --config FILE, or a server with --url URL or -- COMMAND.";
  return new CliError(message, {
    code: "no_configuration",
    about: { hint: "x-mcp help servers tells where is looked. x-mcp init writes a configuration." },
  });
}

import { invalidUsage } from "./cli-error.js";
import type { Given } from "./command.js";
import {
  ALLOW_INSECURE,
  ALLOW_LEGACY,
  CONFIG,
  HEADER,
  INPUT,
  OVERLAY,
  URL_OPTION,
} from "./options.js";

/** Where the servers of a run come from. */
export interface Sources {
  /** Files of configurations, the weakest first; none for those in the usual places. */
  readonly files: readonly string[];
  /** The one server of the command line, in place of all files. */
  readonly adHoc: AdHoc | undefined;
  /** Values of `${input:id}` by id. */
  readonly inputs: ReadonlyMap<string, string>;
  /** The file with our own keys that is laid over the others; nothing for the usual one, if it is there. */
  readonly overlay: string | undefined;
  /** Whether an overlay that is named has to be there. */
  readonly isOverlayNew: boolean;
}

/** A server that stands in no file. */
type AdHoc = { readonly allowLegacy: boolean } & (
  | { readonly command: string; readonly args: readonly string[] }
  | {
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly allowInsecure: boolean;
    }
);

/**
 * Reads where the servers come from. Whether there are any is not known then.
 *
 * @throws CliError `invalid_usage`.
 */
export function sourcesOf(given: Given): Sources {
  const files = given.texts(CONFIG);
  const overlay = given.text(OVERLAY);
  if (files.includes("")) throw invalidUsage("--config takes the name of a file: --config FILE.");
  if (overlay === "") throw invalidUsage("--overlay takes the name of a file.");
  const adHoc = adHocOf(given);
  if (adHoc !== undefined && (files.length > 0 || overlay !== undefined)) {
    throw invalidUsage(
      "A server of the command line stands alone: leave out --config and --overlay.",
    );
  }
  return { files, adHoc, inputs: inputsOf(given.texts(INPUT)), overlay, isOverlayNew: false };
}

function adHocOf(given: Given): AdHoc | undefined {
  const { behind } = given;
  const url = given.text(URL_OPTION);
  const allowLegacy = given.has(ALLOW_LEGACY);
  const headers = given.texts(HEADER);
  if (behind === undefined && url === undefined) {
    const option = [ALLOW_LEGACY, ALLOW_INSECURE, HEADER].find((one) => given.has(one));
    if (option === undefined) return undefined;
    throw invalidUsage(
      `--${option.name} is for a server of the command line: --url URL, or -- COMMAND. One in a file has that there.`,
    );
  }
  if (behind === undefined) {
    const allowInsecure = given.has(ALLOW_INSECURE);
    return { url: url ?? "", headers: headersOf(headers), allowLegacy, allowInsecure };
  }
  const [command, ...args] = behind;
  if (url !== undefined) throw invalidUsage("Give one server: --url URL, or -- COMMAND.");
  if (headers.length > 0 || given.has(ALLOW_INSECURE)) {
    throw invalidUsage(
      "--header and --allow-insecure go with --url: a process has no use for them.",
    );
  }
  if (command === undefined || command === "") {
    throw invalidUsage("Behind -- stands the command of a server: -- node server.mjs.");
  }
  return { command, args, allowLegacy };
}

function headersOf(lines: readonly string[]): Readonly<Record<string, string>> {
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    // Without the line: it may be a secret.
    if (colon < 1)
      throw invalidUsage(`--header takes "NAME: VALUE", such as "Authorization: Bearer …".`);
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const;
  });
  return Object.fromEntries(headers);
}

function inputsOf(pairs: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    pairs.map((pair) => {
      const equals = pair.indexOf("=");
      if (equals < 1)
        throw invalidUsage("--input takes ID=VALUE: the id of an input, and what it is.");
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}

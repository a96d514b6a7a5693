import { resolve } from "node:path";
import { isJsonObject, type JsonObject } from "@x/wire";
import { CliError, invalidUsage } from "./cli-error.js";
import type { Invocation } from "./invocation.js";
import { fileFlaw } from "./key-values.js";
import { bytesOf, readNamed } from "./named-file.js";
import { isTooDeep, MOST_LEVELS } from "./nesting.js";

/** Where the value of `--args` comes from. */
export type ArgsSource =
  | { readonly from: "words"; readonly args: JsonObject }
  | { readonly from: "stdin" }
  | { readonly from: "file"; readonly file: string };

/**
 * Reads the value of `--args`: a JSON object, `-` for what is on stdin, or `@FILE`; an empty object where
 * there is none. Nothing is opened yet.
 *
 * @throws CliError `invalid_usage`.
 */
export function sourceOfArgs(value: string | undefined): ArgsSource {
  if (value === undefined) return { from: "words", args: {} };
  if (value === "-") return { from: "stdin" };
  if (!value.startsWith("@")) return { from: "words", args: objectOf(value, "--args") };
  if (value === "@") throw invalidUsage("--args @ takes the name of a file: --args @FILE.");
  return { from: "file", file: value.slice(1) };
}

/**
 * The JSON object that is there.
 *
 * @throws CliError `invalid_usage`; `invalid_argument` for a file that cannot be read.
 */
export async function argsFrom(
  source: ArgsSource,
  { io, cwd }: Pick<Invocation, "io" | "cwd">,
): Promise<JsonObject> {
  switch (source.from) {
    case "words":
      return source.args;
    case "stdin":
      return objectOf(String(await stdinOf(io)), "What is on stdin");
    case "file": {
      const shown = JSON.stringify(source.file);
      let content: string;
      try {
        content = String(await readNamed(resolve(cwd, source.file), io));
      } catch (cause) {
        throw new CliError(`--args names ${shown}, which ${fileFlaw(cause)}. Nothing was sent.`, {
          code: "invalid_argument",
          cause,
        });
      }
      return objectOf(content, `What is in ${shown}`);
    }
  }
}

async function stdinOf({ stdin, signal }: Invocation["io"]): Promise<Buffer> {
  try {
    return await bytesOf(stdin(), { signal });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new CliError(`What is on stdin ${fileFlaw(cause)}. Nothing was sent.`, {
      code: "invalid_argument",
      cause,
    });
  }
}

/** @param what is the beginning of a sentence about it. */
function objectOf(json: string, what: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new CliError(`${what} is not JSON: ${cause instanceof Error ? cause.message : ""}.`, {
      code: "invalid_usage",
      cause,
    });
  }
  if (!isJsonObject(value)) {
    throw invalidUsage(`${what} has to be a JSON object, like '{"query": "refund"}'.`);
  }
  if (isTooDeep(value)) {
    throw invalidUsage(`${what} is nested more than ${MOST_LEVELS} levels deep.`);
  }
  return value;
}

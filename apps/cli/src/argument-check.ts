import type { Entry } from "@x/registry";
import type { JsonObject } from "@x/wire";
import { CliError } from "./cli-error.js";
import type { Invocation } from "./invocation.js";
import { checkArguments } from "./schema/check-arguments.js";
import type { Flaw } from "./schema/flaw.js";
import { flawsText } from "./schema/flaw-text.js";
import { signatureOf } from "./schema/signature.js";

/**
 * Refuses arguments that the tool's own schema does not allow, before anything is sent. Most schemas are
 * looked at here; a validator is loaded only for what needs it. A schema that cannot be followed
 * keeps nobody from a call: that is told.
 *
 * @throws CliError `invalid_argument`, with the names, what was likely meant, and the tool's signature.
 */
export async function refuseFlawed(
  entry: Entry,
  args: JsonObject,
  { note, io }: Pick<Invocation, "note" | "io">,
): Promise<void> {
  const { inputSchema } = entry.tool;
  const quick = checkArguments(inputSchema, args);
  if (quick.flaws.length > 0) throw flawed(entry, quick.flaws);
  if (quick.isWhole) return;
  const { fullCheck } = await import("./schema/full-check.js");
  const full = await fullCheck(inputSchema, args, io.signal);
  if (full.flaws.length > 0) throw flawed(entry, full.flaws);
  if (full.problem === undefined) return;
  note(`The arguments were not checked by the whole schema of ${entry.canonical}: ${full.problem}`);
}

function flawed({ canonical, peer, tool }: Entry, flaws: readonly Flaw[]): CliError {
  const { inputSchema } = tool;
  return new CliError(
    `${flawsText(canonical, flaws)} Nothing was sent; --no-check sends it as it is. ` +
      `The tool is ${signatureOf({ name: canonical, inputSchema })}`,
    { code: "invalid_argument", about: { server: peer } },
  );
}

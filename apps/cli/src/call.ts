import type { LogLevel } from "@x/client";
import type { Entry } from "@x/registry";
import type { CallOptions, ToolResult } from "@x/router";
import type { JsonObject } from "@x/wire";
import { answeredBy } from "./answered-by.js";
import { type ArgsSource, argsFrom } from "./args-source.js";
import { refuseFlawed } from "./argument-check.js";
import { type Given, toolArguments } from "./call-arguments.js";
import { printLogs } from "./call-log.js";
import { type CallWords, nameMeant } from "./call-words.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { filled } from "./key-values.js";
import { openOwner } from "./open-owner.js";
import { planOwner } from "./owner-plan.js";
import { progressText } from "./progress-text.js";
import { resultText } from "./result-text.js";
import { checkSavable } from "./save-bytes.js";
import { savedOrPrinted } from "./save-media.js";
import type { Format } from "./server-settings.js";
import { explainMissing, type Sought } from "./sought.js";
import { withClient } from "./with-client.js";

/** What is called, and how; the tool's schema says what kind of value an argument is. */
export interface CallLine {
  readonly format: Format;
  readonly typed: CallWords;
  readonly args: ArgsSource;
  /** Whether what the schema does not allow is refused before it is sent. */
  readonly check: Given["check"];
  readonly log: LogLevel | undefined;
  /** The file that what is no text is saved in. */
  readonly output: string | undefined;
}

/** Calls one tool and prints its result as the server sent it: the answer is not redacted. */
export async function call(line: CallLine, invocation: Invocation): Promise<ExitCode> {
  const { config, cwd, io } = invocation;
  const name = nameMeant(line.typed, config);
  // Looked at before anything is started: what is wrong with it needs no server.
  await checkSavable(line.output, cwd);
  const [args, pairs] = await Promise.all([
    argsFrom(line.args, invocation),
    filled(line.typed.words, cwd, io),
  ]);
  const given: Given = { args, pairs, check: line.check };
  const plan = planOwner(name, config);
  const sought: Sought = { noun: "tool", name };
  return withClient(invocation, plan.collision, async (client) => {
    await openOwner(client, plan, sought, invocation);
    const entry = client.tools.find(({ canonical }) => canonical === name);
    if (entry === undefined) explainMissing(client, sought, invocation);
    // Where no tool has the name, callTool() says so, names what is near, and sends nothing.
    const all = entry === undefined ? {} : await checkedArguments(entry, given, invocation);
    const { log } = line;
    if (log !== undefined && entry !== undefined) {
      await printLogs(client, { server: entry.peer, level: log }, invocation);
    }
    const wishes = wishesOf(name, line, invocation);
    const result: ToolResult = await answeredBy(
      entry?.peer ?? "",
      (limits) => client.callTool(name, all, { ...limits, ...wishes }),
      invocation,
    );
    return {
      output: await printedOf(result, line, invocation),
      exitCode: result.isError === true ? EXIT.toolFailed : EXIT.ok,
    };
  });
}

/** What is printed of a result. What a tool says of its failure is not saved. */
async function printedOf(
  result: ToolResult,
  { format, output }: Pick<CallLine, "format" | "output">,
  invocation: Invocation,
): Promise<string> {
  if (format === "json") return jsonDocument(result);
  const { content, isError } = result;
  const file = isError === true ? undefined : output;
  const text = (show: (one: string) => string): string => resultText(result, show);
  return savedOrPrinted({ content, text }, file, invocation);
}

async function checkedArguments(
  entry: Entry,
  given: Given,
  invocation: Invocation,
): Promise<JsonObject> {
  const args = toolArguments(entry.tool.inputSchema, given);
  if (given.check === "before") await refuseFlawed(entry, args, invocation);
  return args;
}

/** Progress is asked for where somebody sees it. */
function wishesOf(
  name: string,
  { log }: Pick<CallLine, "log">,
  { status }: Invocation,
): CallOptions {
  return {
    ...(log === undefined ? {} : { logLevel: log }),
    ...(status === undefined
      ? {}
      : { onProgress: (progress) => status(progressText(name, progress)) }),
  };
}

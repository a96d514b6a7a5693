import type { LogLevel } from "@x/client";
import type { Entry } from "@x/registry";
import type { CallOptions, ToolResult } from "@x/router";
import type { JsonObject } from "@x/wire";
import { answeredBy } from "./answered-by.js";
import { refuseFlawed } from "./argument-check.js";
import { toolArguments } from "./call-arguments.js";
import { printLogs } from "./call-log.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { filled, type Word } from "./key-values.js";
import { openOwner } from "./open-owner.js";
import { planOwner } from "./owner-plan.js";
import { progressText } from "./progress-text.js";
import { resultText } from "./result-text.js";
import type { Format } from "./server-settings.js";
import { shownTo } from "./shown-to.js";
import { explainMissing, type Sought } from "./sought.js";
import { withClient } from "./with-client.js";

/** What is called, and how; the tool's schema says what kind of value a pair is. */
export interface CallLine {
  readonly format: Format;
  readonly name: string;
  readonly args: JsonObject;
  readonly pairs: readonly Word[];
  readonly log: LogLevel | undefined;
}

/** Calls one tool and prints its result as the server sent it: the answer is not redacted. */
export function call(line: CallLine, invocation: Invocation): Promise<ExitCode> {
  const plan = planOwner(line.name, invocation.config);
  const sought: Sought = { noun: "tool", name: line.name };
  return withClient(invocation, plan.collision, async (client) => {
    await openOwner(client, plan, sought, invocation);
    const entry = client.tools.find(({ canonical }) => canonical === line.name);
    if (entry === undefined) explainMissing(client, sought, invocation);
    // Where no tool has the name, callTool() says so, names what is near, and sends nothing.
    const args = entry === undefined ? {} : await argumentsOf(entry, line, invocation);
    const { log } = line;
    if (log !== undefined && entry !== undefined) {
      await printLogs(client, { server: entry.peer, level: log }, invocation);
    }
    const wishes = wishesOf(line, invocation);
    const result: ToolResult = await answeredBy(
      entry?.peer ?? "",
      (limits) => client.callTool(line.name, args, { ...limits, ...wishes }),
      invocation,
    );
    return {
      output:
        line.format === "json" ? jsonDocument(result) : resultText(result, shownTo(invocation.io)),
      exitCode: result.isError === true ? EXIT.toolFailed : EXIT.ok,
    };
  });
}

/** What is sent: nothing is where it does not fit. */
async function argumentsOf(
  entry: Entry,
  { args, pairs }: CallLine,
  invocation: Invocation,
): Promise<JsonObject> {
  const given = { args, pairs: await filled(pairs, invocation.cwd), check: "before" } as const;
  const all = toolArguments(entry.tool.inputSchema, given);
  await refuseFlawed(entry, all, invocation);
  return all;
}

/** Progress is asked for where somebody sees it. */
function wishesOf({ name, log }: CallLine, invocation: Invocation): CallOptions {
  const { status } = invocation;
  return {
    ...(log === undefined ? {} : { logLevel: log }),
    ...(status === undefined
      ? {}
      : { onProgress: (progress) => status(progressText(name, progress)) }),
  };
}

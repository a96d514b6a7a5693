import { answeredBy } from "./answered-by.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { filled, type Word } from "./key-values.js";
import { messagesText } from "./messages-text.js";
import { openOwner } from "./open-owner.js";
import { planOwner } from "./owner-plan.js";
import { promptArguments } from "./prompt-arguments.js";
import { checkSavable } from "./save-bytes.js";
import { savedOrPrinted } from "./save-media.js";
import type { Format } from "./server-settings.js";
import { explainMissing, type Sought } from "./sought.js";
import { withClient } from "./with-client.js";

/** What is got, and how. */
export interface PromptLine {
  readonly format: Format;
  readonly name: string;
  readonly pairs: readonly Word[];
  /** The file that what is no text is saved in. */
  readonly output: string | undefined;
}

/** Gets one prompt and prints its messages as the server sent them: the answer is not redacted. */
export async function prompt(line: PromptLine, invocation: Invocation): Promise<ExitCode> {
  await checkSavable(line.output, invocation.cwd);
  const plan = planOwner(line.name, invocation.config);
  const sought: Sought = { noun: "prompt", name: line.name };
  return withClient(invocation, plan.collision, async (client) => {
    await openOwner(client, plan, sought, invocation);
    const entry = client.prompts.find(({ canonical }) => canonical === line.name);
    if (entry === undefined) explainMissing(client, sought, invocation);
    // Where no prompt has the name, getPrompt() says so, names what is near, and sends nothing.
    const pairs = await filled(line.pairs, invocation.cwd, invocation.io);
    const args = entry === undefined ? {} : promptArguments(entry, pairs);
    const result = await answeredBy(
      entry?.peer ?? "",
      (limits) => client.getPrompt(line.name, args, limits),
      invocation,
    );
    const { messages } = result;
    const content = messages.map((message) => message.content);
    const text = (show: (one: string) => string): string => messagesText(messages, show);
    return {
      output:
        line.format === "json"
          ? jsonDocument(result)
          : await savedOrPrinted({ content, text }, line.output, invocation),
      exitCode: EXIT.ok,
    };
  });
}

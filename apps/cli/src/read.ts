import { answeredBy } from "./answered-by.js";
import { contentsText, noteContents } from "./contents-text.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { openServer, serverNamed } from "./open-server.js";
import { checkSavable } from "./save-bytes.js";
import { saveContent } from "./save-content.js";
import type { Format } from "./server-settings.js";
import { shownTo } from "./shown-to.js";
import { withClient } from "./with-client.js";

/** What is read, and where it is put. */
export interface ReadLine {
  readonly format: Format;
  readonly server: string;
  readonly uri: string;
  /** The file that it is saved in; nothing where it is printed. */
  readonly output: string | undefined;
}

/** Prints what one resource holds as the server sent it, or saves it: neither is redacted. */
export async function read(line: ReadLine, invocation: Invocation): Promise<ExitCode> {
  const { io, config, cwd, note } = invocation;
  const { name } = serverNamed(line.server, config);
  await checkSavable(line.output, cwd);
  return withClient(invocation, "prefix", async (client) => {
    await openServer(client, name, invocation);
    const { contents } = await answeredBy(
      name,
      (limits) => client.readResource(name, line.uri, limits),
      invocation,
    );
    if (line.output !== undefined) {
      io.signal.throwIfAborted();
      await saveContent(contents, line.output, invocation);
      return { output: "", exitCode: EXIT.ok };
    }
    if (line.format === "json") return { output: jsonDocument(contents), exitCode: EXIT.ok };
    noteContents(contents, note);
    return { output: contentsText(contents, shownTo(io)), exitCode: EXIT.ok };
  });
}

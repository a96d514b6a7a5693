/**
 * A server over stdio in front of one of the suite's servers over HTTP: what comes on stdin is posted to
 * the URL in the last argument, and what is answered goes to stdout. So the suite judges stdio too.
 */
import { createInterface } from "node:readline";

const url = process.argv.at(-1) ?? "";
let session: string | undefined;

createInterface({ input: process.stdin }).on("line", (line) => {
  // The shell that the suite starts the client in tells nobody about a bridge that is broken.
  forward(line).catch((error: unknown) => console.error(error));
});

async function forward(line: string): Promise<void> {
  const { id, method, params } = JSON.parse(line);
  const revision = params?._meta?.["io.modelcontextprotocol/protocolVersion"];
  const name = params?.name ?? params?.uri;
  const reply = await fetch(url, {
    method: "POST",
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(session === undefined ? {} : { "mcp-session-id": session }),
      ...(revision === undefined ? {} : { "mcp-protocol-version": revision, "mcp-method": method }),
      ...(revision === undefined || name === undefined ? {} : { "mcp-name": name }),
    },
    body: line,
  });
  session = reply.headers.get("mcp-session-id") ?? session;
  const body = await reply.text();
  const isStream = reply.headers.get("content-type")?.startsWith("text/event-stream");
  // The suite's servers put each event's data on one line.
  const frames = isStream ? [...body.matchAll(/^data: ?(.+)$/gm)].map(([, data]) => data) : [body];
  for (const frame of frames) if (frame?.startsWith("{")) console.log(addressed(frame, id));
}

/** What answers nobody by name, as a refusal over HTTP may, answers the request that was posted. */
function addressed(frame: string, id: unknown): string {
  const message = JSON.parse(frame);
  return message.id === null && id !== undefined ? JSON.stringify({ ...message, id }) : frame;
}

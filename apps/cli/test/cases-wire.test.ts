import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, folder } from "./support/config.js";
import { endpoint, type Got } from "./support/http-server.js";
import { runHere } from "./support/run-here.js";
import { over, start } from "./support/x-mcp.js";

/** A modern server over stdio; `send(message)` and `result(id, result)` are what it writes with, in its own way. */
function program(
  writing: string,
  called: string,
  tools = '[{ name: "t", inputSchema: { type: "object" } }]',
) {
  const source = `
    const fs = require("node:fs");
    const write = ${writing};
    const send = (message) => write(JSON.stringify({ jsonrpc: "2.0", ...message }));
    const result = (id, more) => send({ id, result: { resultType: "complete", ...more } });
    const closed = { ttlMs: 0, cacheScope: "private" };
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method, params } = JSON.parse(line);
      if (process.env.SEEN) fs.appendFileSync(process.env.SEEN, line + "\\n");
      if (method === "server/discover") result(id, { ...closed, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } });
      else if (method === "tools/list") result(id, { ...closed, tools: ${tools} });
      else if (method === "tools/call") { ${called} }
    });`;
  return { command: process.execPath, args: ["-e", source] };
}

const PLAIN = 'text => process.stdout.write(text + "\\n")';
const ANSWER = 'result(id, { content: [{ type: "text", text: "é😀" }] })';
const CALL = ["call", "a/t"];

it.each([
  [
    "byte by byte",
    '(text) => { for (const byte of Buffer.from(text + "\\n")) fs.writeSync(1, Buffer.of(byte)); }',
  ],
  ["with CRLF", '(text) => process.stdout.write(text + "\\r\\n")'],
])("F2: messages that come %s are the same messages", async (_how, writing) => {
  const file = config({ a: program(writing, ANSWER) });
  expect(await runHere([...CALL, "-c", file])).toMatchObject({ code: EXIT.ok, stdout: "é😀\n" });
});

it("F3: an answer of 32 MiB is printed whole", async () => {
  const size = 32 * 1024 * 1024;
  const called = `result(id, { content: [{ type: "text", text: "x".repeat(${size}) }] })`;
  const { code, stdout } = await runHere([...CALL, "-c", config({ a: program(PLAIN, called) })]);
  expect({ code, length: stdout.length }).toEqual({ code: EXIT.ok, length: size + 1 });
});

it("L6: tools in another order at every start, and keys of their schemas, are the same answer", async () => {
  const properties = 'properties: { x: { type: "string" }, y: { type: "number" } }';
  const tool = (name: string, schema: string): string =>
    `{ name: "${name}", inputSchema: { ${schema} } }`;
  const [before, after] = [`type: "object", ${properties}`, `${properties}, type: "object"`];
  const first = `[${tool("b", before)}, ${tool("a", before)}]`;
  const second = `[${tool("a", after)}, ${tool("b", after)}]`;
  const [one, other] = await Promise.all(
    [first, second].map((tools) =>
      runHere(["tools", "--json", "-c", config({ a: program(PLAIN, ANSWER, tools) })]),
    ),
  );
  const toolsOf = ({ stdout = "" } = {}): readonly object[] => JSON.parse(stdout).tools;
  expect(toolsOf(one)).toMatchObject([{ localName: "a" }, { localName: "b" }]);
  expect(toolsOf(other)).toEqual(toolsOf(one));
});

const PROGRESS = `
  let at = 0;
  const { progressToken } = params._meta;
  setInterval(() => send({ method: "notifications/progress", params: { progressToken, progress: ++at } }), 50);`;

it("T2: progress keeps a call alive, but not beyond its total limit", async () => {
  const file = config({ a: program(PLAIN, PROGRESS) });
  const { code, stderr } = await runHere([...CALL, "--timeout", "2", "-c", file], {
    stderrColumns: 80,
  });
  expect(code).toBe(EXIT.timedOut);
  expect(stderr).toContain("the total limit ran out");
  expect(stderr).not.toContain("no progressToken");
});

it("T3: an interrupted call is cancelled on the wire, and is no time-out", async () => {
  const seen = join(folder(), "seen");
  const called = 'fs.writeSync(2, "called\\n");';
  const file = config({ a: { ...program(PLAIN, called), env: { SEEN: seen } } });
  const child = start([...CALL, "-c", file]);
  const ended = over(child);
  await expect.poll(() => text(seen), { timeout: 15_000 }).toContain('"tools/call"');
  child.kill("SIGINT");
  expect(await ended).toMatchObject({ code: 130, stdout: "" });
  const lines = text(seen)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { id } = lines.find(({ method }) => method === "tools/call");
  expect(lines.at(-1)).toMatchObject({
    method: "notifications/cancelled",
    params: { requestId: id },
  });
});

function text(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

const STREAM = { "content-type": "text/event-stream" };

/** A call of an endpoint that answers it with this stream. */
async function streamed(body: (id: unknown) => string): ReturnType<typeof runHere> {
  const gate = {
    refuses: "tools/call",
    with: ({ id }: Got) => ({ status: 200, headers: STREAM, body: body(id) }),
  };
  const { url } = await endpoint({ tools: ["echo"] }, gate);
  return runHere(["call", "a/echo", "-c", config({ a: { url } })]);
}

const reply = (id: unknown, said: string): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    id,
    result: { resultType: "complete", content: [{ type: "text", text: said }] },
  });

it("H2: an answer to another request on a call's stream is not delivered", async () => {
  const run = await streamed(
    (id) => `data: ${reply(99, "foreign")}\n\ndata: ${reply(id, "own")}\n\n`,
  );
  expect(run).toMatchObject({ code: EXIT.ok, stdout: "own\n" });
});

it("H7: a stream with a mark, comments, CRLF, an empty id and data over several lines is read", async () => {
  const [head, tail] = [
    '{"jsonrpc":"2.0",',
    (id: unknown) => reply(id, "é").slice('{"jsonrpc":"2.0",'.length),
  ];
  const run = await streamed(
    (id) =>
      `\ufeff: hello\r\n\r\nid:\r\nevent: message\r\ndata: ${head}\r\ndata: ${tail(id)}\r\n\r\n`,
  );
  expect(run).toMatchObject({ code: EXIT.ok, stdout: "é\n" });
});

import { expect, test } from "vitest";
import { Client, type ClientError } from "../src/index.js";
import { clientInfo, make, methods } from "./harness.js";
import { discovering, initializing, legacy, modern } from "./servers.js";

const KEY = "io.modelcontextprotocol/clientCapabilities";
const UI = { mimeTypes: ["text/html"] };
const ext = "com.example/ui";

test("E10: what a host declares of extensions goes with every request, and into initialize", async () => {
  const a = modern("a", ["t"]);
  const b = legacy("b", ["u"]);
  const settings = { mimeTypes: ["text/html"] };
  const { client } = make({ extensions: { [ext]: settings, "com.example/x": {} } });
  settings.mimeTypes.push("text/plain");
  client.addServer("a", a.transport);
  client.addServer("b", b.transport, { allowLegacy: true });
  await client.connect();
  await client.callTool("t");
  const declared = { extensions: { [ext]: UI, "com.example/x": {} } };
  for (const { params } of a.received) {
    expect(params?.["_meta"]).toMatchObject({ [KEY]: declared });
  }
  const hello = b.received.find(({ method }) => method === "initialize");
  expect(hello?.params?.["capabilities"]).toEqual(declared);
  await client.close();
});

const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

test.each<[object, string]>([
  [{ ui: {} }, '"ui"'],
  [{ "/ui": {} }, '"/ui"'],
  [{ "1.example/ui": {} }, '"1.example/ui"'],
  [{ [ext]: true }, ext],
  [{ [ext]: [] }, ext],
  [{ [ext]: cycle }, ext],
  [["com.example/ui"], "extensions"],
])("E10: the extensions %o are refused before anything is opened", (extensions, named) => {
  let thrown: unknown;
  try {
    new Client({ clientInfo, extensions: extensions as never });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ code: "invalid_option" });
  expect((thrown as ClientError).message).toContain(named);
});

test("E11: what a server declares of extensions is in its report, as far as it is well-formed", async () => {
  const extensions = { [ext]: UI, ui: {}, "com.example/none": null };
  const a = modern("a", [], { "server/discover": discovering({ extensions }) });
  const b = legacy("b", [], { initialize: initializing({ extensions }) });
  const c = modern("c", [], { "server/discover": discovering({ extensions: "all" }) });
  const { client } = make();
  client.addServer("a", a.transport);
  client.addServer("b", b.transport, { allowLegacy: true });
  client.addServer("c", c.transport);
  const [ofA, ofB, ofC] = await client.connect();
  expect(ofA?.extensions).toEqual({ [ext]: UI });
  expect(ofB?.extensions).toEqual({ [ext]: UI });
  expect(ofC).not.toHaveProperty("extensions");
  expect(client.snapshot().peers[0]?.extensions).toEqual([ext]);
  await client.close();
});

test("E11, N02: a request of an extension is sent only where both sides declared it", async () => {
  const answers = { "ui/open": () => ({ resultType: "complete", ok: true }) };
  const having = modern("having", [], {
    ...answers,
    "server/discover": discovering({ extensions: { [ext]: {} } }),
  });
  const lacking = modern("lacking", [], answers);
  const { client } = make({ extensions: { [ext]: {} } });
  client.addServer("having", having.transport);
  client.addServer("lacking", lacking.transport);
  await client.connect();
  const options = { extension: ext };
  expect(await client.request("having", "ui/open", {}, options)).toMatchObject({ ok: true });
  await expect(client.request("lacking", "ui/open", {}, options)).rejects.toMatchObject({
    code: "not_declared",
    message: `lacking does not declare the extension ${ext}, so ui/open was not sent to it.`,
  });
  const other = client.request("having", "ui/open", {}, { extension: "com.example/other" });
  await expect(other).rejects.toMatchObject({
    code: "not_declared",
    message: expect.stringContaining(
      'This client does not declare the extension "com.example/other"',
    ),
  });
  expect(methods(lacking)).not.toContain("ui/open");
  expect(methods(having).filter((method) => method === "ui/open")).toHaveLength(1);
  await client.close();
});

test("a report of a server that nests what it declares without end can be made JSON", async () => {
  const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
  const a = modern("a", ["t"], {
    "server/discover": ({ id }) =>
      `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"x":${deep},"extensions":{"${ext}":[${deep}],"com.example/y":${deep}}}}}`,
  });
  const { client } = make();
  client.addServer("a", a.transport);
  const [report] = await client.connect();
  expect(report).toMatchObject({ state: "ready", tools: 1 });
  expect(JSON.stringify(report).length).toBeLessThan(2000);
  await client.close();
});

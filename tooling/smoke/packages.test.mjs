import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const packages = join(import.meta.dirname, "../../packages");
const servers = join(import.meta.dirname, "../../apps/demo/dist/servers");
const load = (name) => import(pathToFileURL(entryOf(name)).href);

/** What Node gets for the name of a package. */
function entryOf(name) {
  const { exports } = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));
  return join(packages, name, exports["."].node ?? exports["."].default);
}

for (const name of readdirSync(packages)) {
  test(`@x/${name} loads as built, by import and by require, as one instance`, async () => {
    const imported = await load(name);
    assert.ok(Object.keys(imported).length > 0);
    const required = createRequire(import.meta.url)(entryOf(name));
    for (const key of Object.keys(imported)) assert.equal(required[key], imported[key]);
  });
}

test("a client of the built packages discovers, merges, calls and closes real processes", async () => {
  const { Client } = await load("client");
  const { stdioTransport } = await load("transport-stdio");
  const { groupMembers } = await load("testkit");
  const groups = [];
  const client = new Client({ clientInfo: { name: "smoke", version: "1.0.0" } });
  try {
    for (const [name, options] of [
      ["notes", {}],
      ["demo-orders", { allowLegacy: true }],
    ]) {
      const args = [join(servers, `${name}.js`)];
      const onSpawn = (pid) => groups.push(pid);
      client.addServer(name, stdioTransport({ command: process.execPath, args, onSpawn }), options);
    }
    const reports = await client.connect();
    assert.deepEqual(
      reports.map(({ state, era }) => `${state} ${era}`),
      ["ready modern", "ready legacy"],
    );
    const result = await client.callTool("get_order_status", { order_id: "123456" });
    assert.deepEqual(JSON.parse(result.content[0].text), { order_id: "123456", status: "shipped" });
  } finally {
    await client.close();
  }
  assert.equal(groups.length, 2);
  assert.deepEqual(groups.flatMap(groupMembers), []);
});

for (const backEnd of ["node", "undici", "fetch"]) {
  test(`a client of the built packages calls a real server over HTTP by its back end ${backEnd}`, async () => {
    const { Client } = await load("client");
    const { httpTransport } = await load("transport-http");
    const sends = await import(
      pathToFileURL(join(packages, `transport-http/dist/${backEnd}-send.js`)).href
    );
    const send = sends[`${backEnd}Send`]();
    const client = new Client({ clientInfo: { name: "smoke", version: "1.0.0" } });
    // It ends with its stdin.
    const server = spawn(process.execPath, [join(servers, "files.js")], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    const ended = new Promise((resolve) => server.on("close", resolve));
    try {
      const [line] = await once(server.stdout, "data");
      client.addServer("files", httpTransport({ url: JSON.parse(line).listening, send }));
      const [report] = await client.connect();
      assert.equal(`${report.state} ${report.era}`, "ready modern");
      const { structuredContent } = await client.callTool("search", { query: "shipped" });
      assert.ok(structuredContent.matches.length > 0);
    } finally {
      await client.close();
      send.close?.();
      server.stdin.end();
      await ended;
    }
  });
}

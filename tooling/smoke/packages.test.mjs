import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const packages = join(import.meta.dirname, "../../packages");
const built = (name) => join(packages, name, "dist/index.js");
const load = (name) => import(pathToFileURL(built(name)).href);

for (const name of readdirSync(packages)) {
  test(`@x/${name} loads as built, by import and by require, as one instance`, async () => {
    const { exports } = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));
    assert.equal(join(packages, name, exports["."].default), built(name));
    const imported = await load(name);
    assert.ok(Object.keys(imported).length > 0);
    const required = createRequire(import.meta.url)(built(name));
    for (const key of Object.keys(imported)) assert.equal(required[key], imported[key]);
  });
}

test("a client of the built packages discovers, merges, calls and closes real processes", async () => {
  const { Client } = await load("client");
  const { stdioTransport } = await load("transport-stdio");
  const { groupMembers } = await load("testkit");
  const servers = join(import.meta.dirname, "../../apps/demo/dist/servers");
  const groups = [];
  const client = new Client({ clientInfo: { name: "smoke", version: "1.0.0" } });
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
  await client.close();
  assert.equal(groups.length, 2);
  assert.deepEqual(groups.flatMap(groupMembers), []);
});

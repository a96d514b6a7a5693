import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

const apps = join(import.meta.dirname, "../../apps");
// What a program keeps between runs, and the settings it looks for, are not those of whoever runs this.
const own = mkdtempSync(join(tmpdir(), "x-mcp-smoke-home-"));
test.after(() => rmSync(own, { recursive: true }));

function run(script, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(apps, script), ...args], {
    env: { ...process.env, XDG_CACHE_HOME: own, XDG_CONFIG_HOME: own },
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

test("every command of x-mcp works as built", () => {
  const folder = mkdtempSync(join(tmpdir(), "x-mcp-smoke-"));
  const config = join(folder, "mcp.json");
  const server = (name) => ({
    command: process.execPath,
    args: [join(apps, `demo/dist/servers/${name}.js`)],
  });
  const mcpServers = {
    notes: server("notes"),
    orders: { ...server("demo-orders"), allowLegacy: true },
  };
  writeFileSync(config, JSON.stringify({ mcpServers }));
  try {
    const doctor = run("cli/dist/main.js", "doctor", "--config", config, "--json");
    assert.equal(doctor.status, 0, doctor.stderr);
    assert.deepEqual(
      JSON.parse(doctor.stdout).servers.map(({ name, status, era }) => [name, status, era]),
      [
        ["notes", "ready", "modern"],
        ["orders", "ready", "legacy"],
      ],
    );
    const tools = run("cli/dist/main.js", "tools", "--config", config, "--json");
    assert.equal(tools.status, 0, tools.stderr);
    assert.ok(JSON.parse(tools.stdout).tools.some(({ name }) => name === "get_order_status"));
    const call = run(
      "cli/dist/main.js",
      "call",
      "get_order_status",
      "order_id=12",
      "--config",
      config,
    );
    assert.equal(call.status, 0, call.stderr);
    assert.match(call.stdout, /order_id must be exactly 6 digits/);
    for (const [args, answer] of [
      [["resources", "orders"], /policy:\/\/refunds/],
      [["read", "orders", "policy://refunds"], /^Refunds above 5000 rupees need approval\.\n$/],
      [["prompts"], /triage/],
      [["prompt", "triage", "ticket=Charged twice"], /technical or other: Charged twice/],
      [["listen", "notes", "--for", "1"], /acknowledged/],
    ]) {
      const { status, stdout, stderr } = run("cli/dist/main.js", ...args, "--config", config);
      assert.equal(status, 0, `${args.join(" ")}: ${stderr}`);
      assert.match(stdout, answer);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the demo runs as built and ends with exit code 0", () => {
  const { status, stdout, stderr } = run("demo/dist/main.js");
  assert.equal(status, 0, stdout + stderr);
});

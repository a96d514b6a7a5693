import { globSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fence, fencesOf } from "./support/fences.js";
import { environment, NODES } from "./support/nodes.js";
import { checkForBrowsers, project } from "./support/project.js";
import { OURS, publishAll, ROOT } from "./support/publish.js";
import { type Registry, startRegistry } from "./support/registry.js";
import { run } from "./support/run.js";

let registry: Registry;

// It takes a fraction of this, where nothing else runs on the machine.
const SLOW = 240_000;

beforeAll(async () => {
  registry = await startRegistry();
  await publishAll(registry);
}, SLOW);

afterAll(() => registry?.close(), SLOW);

/** The README examples of a package. */
function examples(name: string): ReturnType<typeof fencesOf> {
  return fencesOf(join(ROOT, "packages", name, "README.md"), name);
}

/** An official transport on one side, a decision on its era on the other, and no client of either. */
const ERA_OVER_OFFICIAL_TRANSPORT = fence(
  "era-over-official-transport",
  `
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { clockFrom } from "@x/connection";
import { negotiate } from "@x/era";
import { fromSdkTransport } from "@x/sdk-bridge";

const server = \`require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id } = JSON.parse(line);
  const result = { resultType: "complete", supportedVersions: ["2026-07-28"], capabilities: {} };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
});\`;
const command = { command: process.execPath, args: ["-e", server] };
const transport = fromSdkTransport(() => new StdioClientTransport(command), {
  binding: { type: "memory", name: "official" },
});
const policy = { clientInfo: { name: "consumer", version: "1.0.0" }, capabilities: {}, allowLegacy: false };
const negotiation = await negotiate(transport, policy, clockFrom(globalThis));
console.log(negotiation.record.era, negotiation.record.reason);
if (negotiation.type === "settled") await negotiation.connection.close();
// => modern discovered
`,
);

const IN_A_BROWSER = `
import { Client } from "@x/client";
import { httpTransport } from "@x/transport-http";

const client = new Client({ clientInfo: { name: "page", version: "1.0.0" } });
client.addServer("notes", httpTransport({ url: location.href }));
export const closed: AsyncDisposable = client;
`;

describe("the packages, as published", { timeout: SLOW }, () => {
  test("are there after all that they depend on, with ranges that a registry knows", async () => {
    const published = new Map<string, number>();
    for (const { manifest } of OURS) {
      const { time } = await registry.packument(manifest.name);
      published.set(manifest.name, Date.parse(time[manifest.version] ?? ""));
    }
    for (const { manifest } of OURS) {
      const { versions } = await registry.packument(manifest.name);
      const { dependencies = {}, peerDependencies = {} } = versions[manifest.version] ?? manifest;
      for (const [name, range] of Object.entries({ ...dependencies, ...peerDependencies })) {
        expect.soft(range, `${manifest.name} -> ${name}`).toMatch(/^[\^~]?\d+\.\d+\.\d+$/);
        const before = published.get(name) ?? 0;
        expect
          .soft(before, `${manifest.name} -> ${name}`)
          .toBeLessThanOrEqual(published.get(manifest.name) ?? Number.NaN);
      }
    }
  });

  test("@x/era brings @x/wire and @x/connection, and nothing of Node", async () => {
    const { installed, folder } = await project(registry, ["@x/era"]);
    expect(installed()).toEqual(["@x/connection", "@x/era", "@x/wire"]);
    const files = globSync("node_modules/@x/*/dist/*.js", { cwd: folder });
    expect(files.length).toBeGreaterThanOrEqual(3);
    const imports = files.flatMap((file) =>
      [
        ...readFileSync(join(folder, file), "utf8").matchAll(/\b(?:from|import)\s*\(?"([^"]+)"/g),
      ].map(([, name]) => name ?? ""),
    );
    expect(imports).toContain("@x/wire");
    expect(
      imports.filter((name) => name.startsWith("node:") || builtinModules.includes(name)),
    ).toEqual([]);
  });

  test("@x/registry alone brings what it declares, and runs its example", async () => {
    const { installed, differing } = await project(registry, ["@x/registry"]);
    expect(installed()).toEqual(["@x/registry", "@x/wire"]);
    expect(await differing(examples("registry"))).toEqual([]);
  });

  test("@x/era decides over the official SDK's transport by @x/sdk-bridge, without a client of ours", async () => {
    const { installed, differing } = await project(registry, ["@x/era", "@x/sdk-bridge"]);
    expect(installed().filter((name) => name.startsWith("@x/"))).toEqual(
      ["connection", "era", "sdk-bridge", "wire"].map((name) => `@x/${name}`),
    );
    const programs = [ERA_OVER_OFFICIAL_TRANSPORT, ...examples("era"), ...examples("sdk-bridge")];
    expect(await differing(programs)).toEqual([]);
  });

  test("@x/client takes both transports, and all their examples run", async () => {
    const packages = ["client", "transport-stdio", "transport-http"];
    const { differing, folder } = await project(
      registry,
      packages.map((name) => `@x/${name}`),
    );
    await checkForBrowsers(folder, IN_A_BROWSER);
    const programs = [
      ...packages.flatMap(examples),
      ...fencesOf(join(ROOT, "README.md"), "readme"),
    ];
    expect(await differing(programs)).toEqual([]);
  });

  test("the examples of all other packages run", async () => {
    const elsewhere = [
      "client",
      "transport-stdio",
      "transport-http",
      "era",
      "sdk-bridge",
      "registry",
      "cli",
    ];
    const names = OURS.map(({ folder }) => basename(folder)).filter(
      (name) => !elsewhere.includes(name),
    );
    const others = ["@opentelemetry/context-async-hooks", "@opentelemetry/sdk-trace"];
    const { differing } = await project(registry, [
      ...names.map((name) => `@x/${name}`),
      ...others,
    ]);
    expect(await differing(names.flatMap(examples))).toEqual([]);
  });

  test("@x/cli brings nothing with it but licences, and no map of sources that are not there", async () => {
    const { installed, folder } = await project(registry, ["@x/cli"]);
    expect(installed()).toEqual(["@x/cli"]);
    const files = globSync("**/*", {
      cwd: join(folder, "node_modules/@x/cli"),
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
    const others = files.filter((name) => !name.endsWith(".js")).toSorted();
    expect(others).toEqual(["LICENSE", "README.md", "THIRD-PARTY-LICENSES.txt", "package.json"]);
  });

  test.for(NODES)("npx runs the command line on $name", async (node) => {
    const server = join(registry.folder, "server.cjs");
    writeFileSync(
      server,
      `require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
        const { id, method } = JSON.parse(line);
        const results = { "server/discover": { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
          "tools/list": { tools: [{ name: "greet", inputSchema: { type: "object" } }] },
          "tools/call": { content: [{ type: "text", text: "hello" }] } };
        const result = { resultType: "complete", ...results[method] };
        console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
      });`,
    );
    const config = join(registry.folder, "mcp.json");
    const mcpServers = { greeter: { command: node.path, args: [server] } };
    writeFileSync(config, JSON.stringify({ mcpServers }));
    const cache = join(registry.folder, "npx-cache");
    const env = environment(node, { ...registry.env, npm_config_cache: cache });
    const npx = ["--yes", "@x/cli", "call", "greet", "--config", config];
    const { stdout } = await run("npx", npx, { cwd: registry.folder, env });
    expect(stdout).toBe("hello\n");
  });
});

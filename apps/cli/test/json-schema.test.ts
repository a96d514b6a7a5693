import { join } from "node:path";
import { workerValidator } from "@x/validate";
import type { JsonObject } from "@x/wire";
import { afterAll, expect, it } from "vitest";
import { COMMANDS } from "../src/commands.js";
import { config, embedded, folder, server } from "./support/config.js";
import { endpoint } from "./support/http-server.js";
import { runHere } from "./support/run-here.js";
import { xMcp } from "./support/x-mcp.js";

const validator = workerValidator({ workers: 1 });
afterAll(() => validator.close());

const LEGACY = { era: "legacy", tools: ["echo"] } as const;

/** Checks what a command printed against the schema that it has for it. */
async function check(command: string, text: string): Promise<void> {
  const { stdout } = await runHere(["schema", command]);
  const verdict = await validator.check(JSON.parse(stdout) as JsonObject, JSON.parse(text));
  expect({ command, verdict }).toEqual({ command, verdict: { verdict: "valid" } });
}

/** Servers of every kind: well, in conflict, broken, legacy, dead, not there, and one that asks who it is. */
async function all(): Promise<string> {
  const { url } = await endpoint(
    {},
    { with: () => ({ status: 401, headers: { "WWW-Authenticate": 'Bearer realm="w"' } }) },
  );
  return config({
    a: embedded({
      tools: ["echo", "broken"],
      prompts: [{ name: "p", title: "P", arguments: [{ name: "x", required: true }] }],
      resources: [{ uri: "x:a", name: "a", mimeType: "text/plain", size: 3 }, { name: "no uri" }],
      templates: [{ uriTemplate: "x:{a}", name: "t" }],
      contents: { "x:a": [{ uri: "x:a", text: "yes" }] },
      tells: ["notifications/tools/list_changed", "x:a"],
    }),
    b: embedded({ tools: ["echo"], prompts: [{ name: "p" }], loop: true }),
    c: embedded(LEGACY),
    dead: server({ stderr: "no key", exit: 3 }),
    gone: { command: "/no/such", env: { TOKEN: "tok-51f0a7c2" } },
    wiki: { url, headers: { Key: "k3y-k3y-k3y" }, tools: { include: ["x"] }, startTimeoutMs: 900 },
    off: { command: "x", disabled: true },
  });
}

it("what each command prints with --json is as its schema says", async () => {
  const file = await all();
  const project = folder();
  const trace = join(project, "trace.jsonl");
  const runs: readonly (readonly string[])[] = [
    ["doctor"],
    ["tools"],
    ["tools", "a/echo"],
    ["names", "--provider", "openai"],
    ["prompts"],
    ["resources"],
    ["config"],
    ["call", "a/echo", "text=hi", "--trace", trace],
    ["read", "a", "x:a"],
    ["prompt", "a/p", "x=1"],
    ["allow", "c", "--yes", "--overlay", join(project, "overlay.json")],
    ["listen", "a", "--for", "0.2"],
    ["trace", trace],
    ["init"],
  ];
  const names = [...new Set(runs.map(([name]) => name))];
  expect(names.sort()).toEqual(
    COMMANDS.filter(({ document }) => document !== undefined)
      .map(({ name }) => name)
      .sort(),
  );
  for (const args of runs) {
    const named = ["init", "trace"].includes(args[0] ?? "") ? [] : ["-c", file];
    const { stdout } = await runHere([...args, "--json", ...named], { cwd: () => project });
    const documents = args[0] === "listen" ? stdout.trimEnd().split("\n") : [stdout];
    for (const text of documents) await check(args[0] ?? "", text);
    expect(documents.join("")).not.toContain('"error": {');
  }
});

it("every command that prints JSON has a schema", () => {
  const all = COMMANDS.filter(({ options }) => options.some(({ name }) => name === "json"));
  expect(all.filter(({ document }) => document === undefined)).toEqual([]);
});

it("so is what it prints where it has no answer", async () => {
  const file = config({ a: embedded({ tools: ["ask"] }), dead: server({ stderr: "x", exit: 3 }) });
  for (const { name, document } of COMMANDS) {
    if (document === undefined) continue;
    const { stdout } = await runHere([name, "--json", "--wrong"]);
    await check(name, stdout);
  }
  await check("call", (await runHere(["call", "a/ask", "--json", "-c", file])).stdout);
  await check("call", (await runHere(["call", "dead/x", "--json", "-c", file])).stdout);
});

it("a schema refuses what is none, and a command that prints no JSON has none", async () => {
  const { stdout } = await xMcp(["schema", "doctor"]);
  const verdict = await validator.check(JSON.parse(stdout), { servers: [{ name: 1 }] });
  expect(verdict.verdict).toBe("invalid");
  const { stderr } = await runHere(["schema", "replay"]);
  expect(stderr).toContain('"replay" prints no JSON. These do: doctor, tools, ');
});

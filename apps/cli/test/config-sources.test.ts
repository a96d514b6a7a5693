import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, folder, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { xMcp } from "./support/x-mcp.js";

const SECRET = "tok-51f0a7c2";
const one = (tool: string, more: object = {}): object => embedded({ tools: [tool] }, more);

/** Writes a file somewhere below a folder. */
function put(root: string, path: string, content: unknown): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

/** The names that `tools` lists. */
async function toolsOf(...args: Parameters<typeof runHere>): Promise<readonly string[]> {
  const { stdout } = await runHere(["tools", "--json", ...args[0]], args[1]);
  const { tools } = JSON.parse(stdout);
  return tools.map(({ server: peer, localName }: Record<string, string>) => `${peer}/${localName}`);
}

it("K4: several files are merged in their order, and of two servers of a name the last counts", async () => {
  const first = config({ a: one("echo"), b: one("search") });
  const second = config({ b: one("fail"), c: one("echo") });
  expect(await toolsOf(["-c", first, "-c", second])).toEqual(["a/echo", "b/fail", "c/echo"]);
});

it("K4: without --config the files of the editors are read, and which ones is told", async () => {
  const home = folder();
  const project = folder();
  const cursor = put(home, ".cursor/mcp.json", { mcpServers: { a: one("echo"), b: one("echo") } });
  put(
    project,
    ".vscode/mcp.json",
    `{ "servers": { // as VS Code has it
    "b": ${JSON.stringify(one("search"))}, } }`,
  );
  const around = { home, cwd: () => project };
  expect(await toolsOf([], around)).toEqual(["a/echo", "b/search"]);
  const { stderr } = await runHere(["tools"], around);
  expect(stderr).toBe(`Servers from: ${cursor}, ${join(".vscode", "mcp.json")}.\n`);
});

it("where there is no configuration at all, that is told with what to do", async () => {
  const run = await runHere(["doctor"], { cwd: folder });
  expect(run).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(run.stderr).toContain(
    "Name one with --config FILE, or a server with --url URL or -- COMMAND.",
  );
});

it("the command behind -- is one server, named server, and no file is read", async () => {
  const { command, args } = server({ tools: ["echo"] });
  const call = ["call", "server/echo", "text=hi"];
  const run = await xMcp([...call, "--", command, ...args], { cwd: folder() });
  expect(run).toEqual({ code: EXIT.ok, stdout: '{"text":"hi"}\n', stderr: "" });
});

it("a server of the command line is legacy only where --allow-legacy is given", async () => {
  const { command, args } = embedded({ era: "legacy", tools: ["echo"] }) as ReturnType<
    typeof server
  >;
  const behind = ["--", command, ...args];
  expect(await runHere(["doctor", ...behind])).toMatchObject({ code: EXIT.unavailable });
  expect(await runHere(["doctor", "--allow-legacy", ...behind])).toMatchObject({ code: EXIT.ok });
});

it("K5: a header of --url is a secret, and http to another machine has to be allowed", async () => {
  const header = ["--header", `Authorization: Bearer ${SECRET}`];
  const url = ["--url", "http://wiki.invalid/mcp?key=k3y-k3y-k3y"];
  const refused = await runHere(["doctor", ...url, ...header]);
  expect(refused.code).toBe(EXIT.usage);
  expect(refused.stderr).toContain("--allow-insecure");
  const shown = await runHere(["config", ...url, ...header, "--allow-insecure"]);
  expect(shown).toMatchObject({ code: EXIT.ok, stderr: "" });
  expect(shown.stdout).toContain("Authorization=[redacted]");
  expect(shown.stdout + refused.stderr).not.toMatch(/tok-51f0a7c2|k3y/);
});

const ASKS = {
  inputs: [
    { id: "token", type: "promptString", description: "Token of the wiki", password: true },
    { id: "place", type: "pickString", options: ["here", "there"], default: "there" },
  ],
  servers: {
    a: one("echo", { env: { TOKEN: "$" + "{input:token}", PLACE: "$" + "{input:place}" } }),
  },
};

it("K4: the inputs of a file are asked for where somebody is there, passwords hidden", async () => {
  const file = put(folder(), ".vscode/mcp.json", ASKS);
  const questions: string[] = [];
  const run = await runHere(["config", "-c", file], {
    isInteractive: true,
    secret: async (question) => {
      questions.push(`secret ${question}`);
      return SECRET;
    },
    line: async (question) => {
      questions.push(question);
      return "1";
    },
  });
  expect(run.code).toBe(EXIT.ok);
  expect(questions).toEqual(["secret token (hidden): ", "place [there]: "]);
  expect(run.stderr).toContain("asks for token (Token of the wiki)\n");
  expect(run.stdout + run.stderr).not.toContain(SECRET);
});

it("K4: without a terminal they come from --input, else from their default, else it is an error", async () => {
  const file = put(folder(), ".vscode/mcp.json", ASKS);
  expect(await toolsOf(["-c", file, "--input", `token=${SECRET}`])).toEqual(["a/echo"]);
  const { code, stderr } = await runHere(["tools", "-c", file]);
  expect(code).toBe(EXIT.usage);
  expect(stderr).toBe(
    `x-mcp: There is no value for the input "token" of ${file}. Give it with --input token=VALUE, or run x-mcp in a terminal.\n`,
  );
});

it("K4: the workspace is the folder that an editor's own folder is in, and envFile counts from there", async () => {
  const project = folder();
  put(project, ".env", `TOKEN=${SECRET}\n`);
  const file = put(project, ".cursor/mcp.json", {
    mcpServers: {
      a: { command: "node", args: ["$" + "{workspaceFolder}/x.mjs"], envFile: ".env", cwd: "sub" },
    },
  });
  const { stdout } = await runHere(["config", "--json", "-c", file]);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ files: [file], found: false, overlay: null, collision: "prefix" });
  expect(report.servers).toEqual([
    {
      name: "a",
      type: "stdio",
      command: "node",
      args: [join(project, "x.mjs")],
      cwd: "sub",
      env: { TOKEN: "[redacted]" },
      allowLegacy: false,
      origin: { file, line: 1 },
      ignoredKeys: [],
    },
  ]);
});

it("K4: a file that stands for itself is read, and what is in it is not shown", async () => {
  const project = folder();
  const key = put(project, "key", `${SECRET}\n`);
  const kept = "$" + "{file:key}";
  const env = { TOKEN: "$" + `{file:${key}}`, OWN: kept };
  const file = put(project, "mcp_config.json", { mcpServers: { a: { ...one("env"), env } } });
  const { stdout } = await runHere(["config", "--json", "-c", file]);
  expect(JSON.parse(stdout)).toMatchObject({
    servers: [{ env: { TOKEN: "[redacted]", OWN: "[redacted]" } }],
    unusable: [],
  });
  const to = join(project, "x-mcp.json");
  put(project, ".codeium/windsurf/mcp_config.json", {
    mcpServers: { a: { command: "a", args: [kept] } },
  });
  const made = await runHere(["init", to, "--from", "windsurf"], { home: project });
  expect(made.stderr).toBe("");
  expect(JSON.parse(readFileSync(to, "utf8"))).toMatchObject({
    mcpServers: { a: { args: [kept] } },
  });
});

it("config says for people where each server comes from, and what was left out", async () => {
  const first = config({ a: one("echo"), b: one("echo", { disabled: true }) });
  const second = config({ a: { command: "node", args: ["x.mjs", "--fast"], timeout: 5 } });
  const { stdout, stderr } = await runHere(["config", "-c", first, "-c", second]);
  expect(stderr).toBe("");
  expect(stdout).toBe(
    [
      `a: stdio, ${second}:1`,
      "  command      node",
      "  args         x.mjs",
      "  args         --fast",
      "  not read     timeout",
      "",
      `files        ${first}, ${second}`,
      "overlay      none",
      "collision    prefix",
      "disabled     b",
      `replaced     a of ${first}, by that of ${second}`,
      "",
    ].join("\n"),
  );
});

it("an overlay lays our own keys over the file of an editor, and one that is named has to be there", async () => {
  const file = config({ a: one("echo"), b: one("search") });
  const overlay = put(folder(), "overlay.json", {
    servers: { a: { disabled: true }, b: { probeTimeoutMs: 900 } },
  });
  const { stdout } = await runHere(["config", "-c", file, "--overlay", overlay]);
  expect(stdout).toContain(`  probeTimeoutMs  900 (${overlay})\n`);
  expect(stdout).toContain("disabled     a\n");
  const missing = await runHere(["tools", "-c", file, "--overlay", "/no/such.json"]);
  expect(missing).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(missing.stderr).toContain('"/no/such.json" does not exist');
});

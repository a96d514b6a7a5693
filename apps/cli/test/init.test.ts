import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { folder } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { onTerminal } from "./support/terminal.js";

const SECRET = "tok-51f0a7c2";

function put(root: string, path: string, content: unknown): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
}

/** A project with a file of Cursor, and one of VS Code. */
function project(): { readonly cwd: string; readonly written: () => Record<string, unknown> } {
  const cwd = folder();
  put(cwd, ".cursor/mcp.json", {
    mcpServers: {
      notes: {
        command: "node",
        args: ["$" + "{workspaceFolder}/notes.js", "$" + "{env:NOT_SET}"],
        env: { TOKEN: "$" + "{TOKEN}", MODE: "$" + "{MODE:-fast}" },
        cwd: "servers",
      },
    },
  });
  put(cwd, ".vscode/mcp.json", {
    inputs: [{ id: "key", type: "promptString", password: true }],
    servers: { wiki: { url: "https://wiki.example.com", headers: { Key: "$" + "{input:key}" } } },
  });
  return { cwd, written: () => JSON.parse(readFileSync(join(cwd, "x-mcp.json"), "utf8")) };
}

it("init takes over the servers of editors with their variables as they are, no values", async () => {
  const { cwd, written } = project();
  const around = { cwd: () => cwd, env: { TOKEN: SECRET } };
  const run = await runHere(["init", "--from", "cursor", "--from", "vscode"], around);
  expect(run).toMatchObject({ code: EXIT.ok, stderr: "" });
  expect(run.stdout).toBe(
    `Wrote x-mcp.json:\n  notes, of ${join(".cursor", "mcp.json")}\n  wiki, of ${join(".vscode", "mcp.json")}\n`,
  );
  expect(written()).toEqual({
    inputs: [{ id: "key", type: "promptString", password: true }],
    mcpServers: {
      notes: {
        command: "node",
        args: ["$" + "{workspaceFolder}/notes.js", "$" + "{NOT_SET}"],
        env: { TOKEN: "$" + "{TOKEN}", MODE: "fast" },
        cwd: join(cwd, "servers"),
      },
      wiki: { url: "https://wiki.example.com", headers: { Key: "$" + "{input:key}" } },
    },
  });
  const env = { TOKEN: SECRET, NOT_SET: "set" };
  const args = ["config", "-c", "x-mcp.json", "--input", "key=k"];
  expect(await runHere(args, { cwd: () => cwd, env })).toMatchObject({ code: EXIT.ok });
});

it("init never replaces a file without --force, and writes an empty one where nothing is named", async () => {
  const { cwd, written } = project();
  const around = { cwd: () => cwd };
  expect(await runHere(["init"], around)).toMatchObject({ code: EXIT.ok });
  expect(written()).toEqual({ mcpServers: {} });
  const again = await runHere(["init", "--from", "vscode"], around);
  expect(again).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(again.stderr).toContain('"x-mcp.json" is there already. Give --force to replace it');
  expect(written()).toEqual({ mcpServers: {} });
  const forced = await runHere(["init", "--from", "vscode", "--force", "--json"], around);
  expect(JSON.parse(forced.stdout)).toMatchObject({
    file: "x-mcp.json",
    servers: [{ name: "wiki", from: join(".vscode", "mcp.json") }],
  });
});

it("an editor that has no file, or is none, is named", async () => {
  const around = { cwd: folder };
  const none = await runHere(["init", "--from", "windsurf"], around);
  expect(none).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(none.stderr).toContain("There is no file of Windsurf here. Nothing was written.");
  const unknown = await runHere(["init", "--from", "emacs"], around);
  expect(unknown.stderr).toContain("--from takes claude-desktop, ");
});

it("on a terminal it asks whose servers are taken over", async () => {
  const { cwd, written } = project();
  const run = onTerminal(["init"], { cwd, env: { HOME: folder() } });
  await run.shows(/Whose servers are to be taken over\?[\s\S]*mcp\.json/);
  run.type(" \r");
  const { code, shown } = await run.ended;
  expect(code).toBe(EXIT.ok);
  expect(shown).toContain("Wrote x-mcp.json:");
  expect(Object.keys(written()["mcpServers"] as object)).toHaveLength(1);
});

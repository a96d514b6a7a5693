import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { complete } from "../src/completion/complete.js";
import { SHELLS } from "../src/completion/shells.js";
import { EXIT } from "../src/exit-code.js";
import { madeOf } from "./support/built.js";
import { config, embedded, folder, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { MAIN, xMcp } from "./support/x-mcp.js";

/** A cache of its own, and what completes with it. */
function cached() {
  const cache = folder();
  const env = { XDG_CACHE_HOME: cache };
  const cwd = folder();
  const around = { cwd, env, home: "/no/such/home" };
  return {
    cwd,
    files: () => readdirSync(join(cache, "x-mcp", "completion")),
    path: (name: string) => join(cache, "x-mcp", "completion", name),
    run: (...args: readonly string[]) => runHere(args, { env, cwd: () => cwd }),
    /** The words that are offered for the last one. */
    offered: async (...words: readonly string[]) => {
      const text = await complete(words, () => around);
      return text
        .split("\n")
        .slice(0, -1)
        .map((line) => line.split("\t")[0]);
    },
    lines: (...words: readonly string[]) => complete(words, () => around),
  };
}

const PROMPTS = [
  { name: "greet", arguments: [{ name: "who", required: true }, { name: "how" }] },
  { name: "bye" },
];

/** Two servers with tools, and one with prompts, that a run has listed. */
async function listed() {
  const at = cached();
  const file = config({
    notes: embedded({ tools: ["search", "guide", "echo"] }),
    wiki: embedded({ tools: ["search"], prompts: PROMPTS }),
  });
  expect((await at.run("tools", "-c", file)).code).toBe(EXIT.ok);
  return { ...at, file };
}

it("completes commands, and the options of one, whatever is known of servers", async () => {
  const { offered, lines } = cached();
  expect(await offered("re")).toEqual(["resources", "read", "replay"]);
  expect(await lines("too")).toBe("tools\tList the tools of all servers, or tell all of one.\n");
  expect(await offered("help", "list")).toEqual(["listen"]);
  expect(await offered("completion", "")).toEqual(["bash", "zsh", "fish"]);
  expect(await offered("call", "--no")).toEqual(["--no-check"]);
  expect(await offered("call", "--no-check", "--no")).toEqual([]);
  expect(await offered("call", "--arg")).toEqual(["--args="]);
  expect(await offered("call", "--log", "w")).toEqual(["warning"]);
  expect(await offered("call", "--log=w")).toEqual(["--log=warning"]);
  expect(await offered("names", "--provider", "o")).toEqual(["openai"]);
  expect(await lines("call", "-c", "")).toBe(":files\t\n");
  expect(await lines("call", "--config=mc")).toBe(":files\t--config=\n");
  expect(await lines("trace", "")).toBe(":files\t\n");
  for (const none of [
    ["nosuch", ""],
    ["call", "a", "--", ""],
    ["call", "--nosuch="],
    ["doctor", ""],
  ]) {
    expect(await offered(...none)).toEqual([]);
  }
});

it("completes servers, tools and prompts of the configuration that is named", async () => {
  const { offered, file } = await listed();
  const c = ["-c", file];
  expect(await offered(...c, "read", "")).toEqual(["notes", "wiki"]);
  expect(await offered("listen", ...c, "w")).toEqual(["wiki"]);
  expect(await offered("tools", ...c, "--server", "n")).toEqual(["notes"]);
  expect(await offered("call", ...c, "")).toEqual(["echo", "guide", "search", "wiki/search"]);
  expect(await offered("call", ...c, "notes/")).toEqual([
    "notes/echo",
    "notes/guide",
    "notes/search",
  ]);
  expect(await offered("call", ...c, "notes", "se")).toEqual(["search"]);
  expect(await offered("tools", ...c, "w")).toEqual(["wiki/", "wiki/search"]);
  expect(await offered("prompt", ...c, "")).toEqual(["bye", "greet"]);
});

it("completes names of arguments that are not given yet, and values that are few", async () => {
  const { offered, lines, file } = await listed();
  const call = ["call", "-c", file, "guide"];
  expect(await offered(...call, "")).toEqual(["place=", "days=", "mood="]);
  expect(await lines(...call, "pl")).toBe("place=\tstring, required\n");
  expect(await offered(...call, "place=x", "days:=1", "")).toEqual(["mood="]);
  expect(await offered(...call, "mood=")).toEqual(["mood=calm", "mood=wild"]);
  expect(await offered(...call, "mood:=w")).toEqual(["mood:=wild"]);
  expect(await offered("call", "-c", file, "notes", "guide", "mood=c")).toEqual(["mood=calm"]);
  expect(await offered("call", "-c", file, "echo", "loud=")).toEqual(["loud=true", "loud=false"]);
  expect(await offered("call", "-c", file, "echo", "level=")).toEqual([
    "level=1",
    "level=2",
    "level=3",
  ]);
  expect(await lines(...call, "place=@no")).toBe(":files\tplace=@\n");
  expect(await offered("prompt", "-c", file, "greet", "")).toEqual(["who=", "how="]);
  expect(await offered("call", "-c", file, "nosuch", "")).toEqual([]);
});

it("knows the servers of a configuration that was never run, and no others", async () => {
  const { offered, cwd } = cached();
  const text = `{
    // as editors write it
    "mcpServers": { "a//b": { "command": "x" }, "off": { "command": "x", "disabled": true }, "z": {}, },
  }`;
  writeFileSync(join(cwd, ".mcp.json"), text);
  writeFileSync(join(cwd, "named file.json"), '{ "servers": { "one": { "command": "x" } } }');
  expect(await offered("read", "")).toEqual(["a//b", "z"]);
  expect(await offered("read", "-c", "'named file.json'", "")).toEqual(["one"]);
  expect(await offered("read", "-c", "named\\ file.json", "")).toEqual(["one"]);
  expect(await offered("read", "-c", "none.json", "")).toEqual([]);
  expect(await offered("call", "")).toEqual([]);
});

it("tools are known as long as their server is defined in the same way", async () => {
  const at = cached();
  const a = embedded({ tools: ["echo"] });
  const b = embedded({ tools: ["search"] });
  const file = config({ a, b });
  await at.run("tools", "-c", file);
  writeFileSync(
    file,
    JSON.stringify({ mcpServers: { b: embedded({ tools: ["guide"] }), a, c: b } }),
  );
  expect(await at.offered("read", "-c", file, "")).toEqual(["b", "a", "c"]);
  expect(await at.offered("call", "-c", file, "")).toEqual(["echo"]);
  // A run that lists one server keeps what is known of the others that are the same.
  await at.run("tools", "b/", "-c", file);
  expect(await at.offered("call", "-c", file, "")).toEqual(["guide", "echo"]);
});

it("K5: keeps no secret, is for its owner alone, and a run that changes nothing writes nothing", async () => {
  const at = cached();
  const token = "tok-51f0a7c2-secret";
  const file = config({ a: embedded({ tools: ["leak", "echo"] }, { env: { TOKEN: token } }) });
  const first = await at.run("tools", "-c", file);
  expect(first.stdout).toContain("leak(");
  const [name = ""] = at.files();
  expect(at.files()).toHaveLength(1);
  expect(readFileSync(at.path(name), "utf8")).not.toContain(token);
  expect(statSync(at.path(name)).mode & 0o777).toBe(0o600);
  const { mtimeMs, ino } = statSync(at.path(name));
  await at.run("call", "echo", "-c", file);
  expect(statSync(at.path(name))).toMatchObject({ mtimeMs, ino });
});

it("a cache that is damaged, or cannot be written, changes nothing else", async () => {
  const { offered, path, files, run, file } = await listed();
  const [name = ""] = files();
  writeFileSync(path(name), "{");
  expect(await offered("read", "-c", file, "")).toEqual(["notes", "wiki"]);
  expect(await offered("call", "-c", file, "")).toEqual([]);
  await run("tools", "-c", file);
  expect(await offered("call", "-c", file, "e")).toEqual(["echo"]);
  const none = await runHere(["tools", "-c", file], { env: { XDG_CACHE_HOME: "/dev/null/x" } });
  expect(none).toMatchObject({ code: EXIT.ok, stderr: expect.not.stringContaining("cache") });
});

it("what a shell would act upon is never offered, and a failed server has nothing", async () => {
  const at = cached();
  const file = config({
    a: embedded({
      tools: ["$(touch x)/search", "`x`/echo", "a b/search", "-rf/search", "ok/search"],
    }),
    dead: server({ exit: 3 }),
  });
  await at.run("tools", "-c", file);
  expect(await at.offered("call", "-c", file, "")).toEqual(["ok/search"]);
  expect(await at.lines("listen", "-c", file, "d")).toBe("dead\tserver\n");
});

it("a home that is not there is not made for it", async () => {
  const home = join(folder(), "none");
  const file = config({ a: embedded({ tools: ["echo"] }) });
  expect(await runHere(["tools", "-c", file], { home })).toMatchObject({
    code: EXIT.ok,
    stderr: "",
  });
  expect(existsSync(home)).toBe(false);
});

it("at most 50 configurations are remembered", async () => {
  const at = cached();
  for (let index = 0; index < 52; index += 1) await at.run("tools", "-c", config({}));
  expect(at.files()).toHaveLength(50);
});

/** The files of the built program that are there before it does something, by their names. */
function loadedFor(beginning: string): ReadonlyMap<string, string> {
  const dist = dirname(MAIN);
  const begins = new RegExp(`import\\("\\./(${beginning}-[^"]+)"\\)`).exec(
    readFileSync(MAIN, "utf8"),
  );
  const open = ["main.js", begins?.[1] ?? ""];
  const loaded = new Map<string, string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (loaded.has(name)) continue;
    const text = readFileSync(join(dist, name), "utf8");
    loaded.set(name, text);
    open.push(
      ...[...text.matchAll(/(?:from|\bimport) ?"\.\/([^"]+)"/g)].map(([, next]) => next ?? ""),
    );
  }
  return loaded;
}

it("loads little of the program, so that nobody waits for it: neither a client nor what reads configurations", () => {
  const loaded = loadedFor("answer");
  expect([...loaded.values()].join("").length).toBeLessThan(80_000);
  const sources = [...loaded.keys()].flatMap(madeOf);
  expect(sources).toContain("src/completion/answer.ts");
  for (const source of sources) {
    expect(source).toMatch(/^(src\/|package\.json$|\.\.\/\.\.\/packages\/wire\/)/);
  }
});

it("the built program opens few files for a call, since that costs more than to read over what it does not use", () => {
  expect(loadedFor("program").size).toBeLessThan(20);
});

it("the built program completes, and says nothing where it is asked for nothing", async () => {
  expect(await xMcp(["__complete", "--", "ca"])).toEqual({
    code: EXIT.ok,
    stdout: "call\tCall a tool and print its result.\n",
    stderr: "",
  });
  const unknown = await xMcp(["__complete", "--", "nosuch", "--", ""]);
  expect(unknown).toEqual({ code: EXIT.ok, stdout: "", stderr: "" });
});

it("completion prints the script of a shell, and refuses another one", async () => {
  for (const shell of SHELLS) {
    const { code, stdout } = await runHere(["completion", shell]);
    expect(code).toBe(EXIT.ok);
    expect(stdout).toContain("x-mcp __complete -- ");
  }
  const other = await runHere(["completion", "fisch"]);
  expect(other).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(other.stderr).toContain('not for "fisch". Did you mean fish?');
});

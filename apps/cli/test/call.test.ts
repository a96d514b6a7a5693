import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, diary, embedded, folder, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { xMcp } from "./support/x-mcp.js";

/** Two servers that both have `search` and one tool of their own, and where they write who ran. */
function pair(more: object = {}) {
  const diaries = { a: join(folder(), "a"), b: join(folder(), "b") };
  const file = config(
    {
      a: embedded({ tag: "a", tools: ["search", "echo"], pidFile: diaries.a }),
      b: embedded({ tag: "b", tools: ["search", "fail"], pidFile: diaries.b }),
    },
    more,
  );
  return { file, diaries };
}

it.each(["prefix", "prefix-always", "reject"])(
  "under %s SERVER/TOOL opens that server only, and always works",
  async (collision) => {
    const { file, diaries } = pair({ collision });
    const { code, stdout, stderr } = await runHere([
      "call",
      "b/search",
      "query=x",
      "--config",
      file,
    ]);
    expect({ code, stdout, stderr }).toEqual({
      code: EXIT.ok,
      stdout: "b searched x\n",
      stderr: "",
    });
    expect(existsSync(diaries.a)).toBe(false);
    expect(diary(diaries.b).called).toEqual(["search"]);
  },
);

it("a server that nobody has, with a tool that one of nearly that name has, is told with the name that was meant", async () => {
  const file = config({
    files: embedded({ tools: ["search"] }),
    other: embedded({ tools: ["echo"] }),
  });
  const near = await runHere(["call", "fles/search", "--config", file]);
  expect(near.code).toBe(EXIT.usage);
  expect(near.stderr).toContain('There is no server "fles". Did you mean files/search?');
  const far = await runHere(["call", "othr/search", "--config", file]);
  expect(far.stderr).not.toContain("other/search");
});

it("a plain name means the first server in declared order that has it, and no later one is opened", async () => {
  const { file, diaries } = pair();
  const { code, stdout } = await runHere(["call", "search", "query=x", "--config", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.ok, stdout: "a searched x\n" });
  expect(existsSync(diaries.b)).toBe(false);
});

it("a plain name that an earlier server may have is not called at a later one, and it says what to call", async () => {
  const b = join(folder(), "b");
  const file = config({
    dead: server({ exit: 3 }),
    half: embedded({ tools: ["echo"], loop: true }),
    gone: { command: "/no/such" },
    b: embedded({ tag: "b", tools: ["search"], pidFile: b }),
  });
  const { code, stdout, stderr } = await runHere(["call", "search", "query=x", "--config", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.unavailable, stdout: "" });
  expect(stderr).toContain("dead is unavailable: ");
  expect(stderr).toContain(
    'x-mcp: "search" may be a tool of dead (unavailable) or of half (not all of its tools are known) ' +
      "or of gone (unavailable), declared before b. To call the one of b, write b/search. Nothing was called.\n",
  );
  expect(diary(b).called).toEqual([]);
  const meant = await runHere(["call", "b/search", "query=x", "--config", file]);
  expect(meant).toEqual({ code: EXIT.ok, stdout: "b searched x\n", stderr: "" });
});

it("a plain name is called past a server that is unavailable where its filter lets no such tool in", async () => {
  const file = config({
    dead: server({ exit: 3 }, { tools: { exclude: ["sea*"] } }),
    down: server({ exit: 3 }, { tools: { include: ["echo"] } }),
    a: embedded({ tag: "a", tools: ["echo"] }),
    b: embedded({ tag: "b", tools: ["search"] }),
  });
  const { code, stdout, stderr } = await runHere(["call", "search", "query=x", "--config", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.ok, stdout: "b searched x\n" });
  expect(stderr).toContain("dead is unavailable: ");
  const echo = await runHere(["call", "echo", "--config", file]);
  expect(echo.code).toBe(EXIT.unavailable);
  expect(echo.stderr).toContain('"echo" may be a tool of dead (unavailable) or of down');
});

it("a plain name that no server has is unknown, also where one is unavailable", async () => {
  const file = config({ dead: server({ exit: 3 }), b: embedded({ tools: ["search"] }) });
  const { code, stdout, stderr } = await runHere(["call", "serch", "--config", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
  expect(stderr).toContain("dead is unavailable: ");
  expect(stderr).toContain('Did you mean "search"?');
});

it("a local name that begins with another server's name is called by its prefixed name", async () => {
  const file = config({
    a: embedded({ tag: "a", tools: ["b/search"] }),
    b: embedded({ tag: "b", tools: ["search"] }),
  });
  const ofA = await runHere(["call", "a/b/search", "query=x", "--config", file]);
  expect(ofA).toMatchObject({ code: EXIT.ok, stdout: "a searched x\n" });
  const ofB = await runHere(["call", "b/search", "query=x", "--config", file]);
  expect(ofB).toMatchObject({ code: EXIT.ok, stdout: "b searched x\n" });
});

it.each(["b/serch", "serch", "bb/search"])(
  "K1: %s is a typo: nothing is executed, near names are suggested, and it ends with 2",
  async (name) => {
    const { file, diaries } = pair();
    const { code, stdout, stderr } = await runHere(["call", name, "query=x", "--config", file]);
    expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
    expect(stderr).toContain(`There is no tool "${name}". Did you mean `);
    expect(stderr).toContain('"b/search"');
    expect(diary(diaries.b).called).toEqual([]);
  },
);

it("under prefix-always a plain name is none, and the full ones are suggested", async () => {
  const { file } = pair({ collision: "prefix-always" });
  const { code, stderr } = await runHere(["call", "search", "--config", file]);
  expect(code).toBe(EXIT.usage);
  expect(stderr).toContain('"a/search", "b/search"');
});

it("under reject a plain name needs all servers, and a collision ends it with 2", async () => {
  const { file, diaries } = pair({ collision: "reject" });
  const { code, stdout, stderr } = await runHere(["call", "echo", "--config", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
  expect(stderr).toContain('Servers "a" and "b" both offer a tool "search"');
  expect(diary(diaries.a).called).toEqual([]);
});

it("an unavailable owner ends it with 4 and the reason; so does a plain name when nobody is available", async () => {
  const file = config({ dead: server({ stderr: "fatal: missing API_KEY", exit: 3 }) });
  for (const name of ["dead/echo", "echo"]) {
    const { code, stdout, stderr } = await runHere(["call", name, "--config", file]);
    expect({ code, stdout }).toEqual({ code: EXIT.unavailable, stdout: "" });
    expect(stderr).toContain("dead is unavailable");
    expect(stderr).toContain("fatal: missing API_KEY");
  }
});

it("a tool that was left out, or whose server is switched off, is unknown, and it says so", async () => {
  const file = config({
    a: embedded({ tools: ["broken", "echo"] }),
    off: embedded({}, { disabled: true }),
  });
  const broken = await runHere(["call", "a/broken", "--config", file]);
  expect(broken.code).toBe(EXIT.usage);
  expect(broken.stderr).toContain('Tool "broken" of server "a" is left out');
  const off = await runHere(["call", "off/echo", "--config", file]);
  expect(off.code).toBe(EXIT.usage);
  expect(off.stderr).toContain('The server off is not used: it is "disabled".');
});

it("K2: a result with isError is printed on stdout, and it ends with 5", async () => {
  const file = config({ b: server({ tools: ["fail"] }) });
  const text = await xMcp(["call", "b/fail", "--config", file]);
  expect(text).toEqual({ code: EXIT.toolFailed, stdout: "the disk is full\n", stderr: "" });
  const json = await runHere(["call", "b/fail", "--json", "--config", file]);
  expect(json.code).toBe(EXIT.toolFailed);
  expect(JSON.parse(json.stdout)).toEqual({
    resultType: "complete",
    content: [{ type: "text", text: "the disk is full" }],
    isError: true,
  });
});

it("K3: what a server logs never reaches stdout: that is only the answer, raw", async () => {
  const env = { TOKEN: "tok-51f0a7c2" };
  const file = config({ a: server({ tools: ["leak"], stderr: "listening" }, { env }) });
  const run = await xMcp(["call", "leak", "--config", file]);
  expect(run).toEqual({ code: EXIT.ok, stdout: "tok-51f0a7c2\n", stderr: "" });
});

it("K5: a secret in a server's error does not reach stderr", async () => {
  const file = config({ a: embedded({ tools: ["refuse"] }, { env: { TOKEN: "tok-51f0a7c2" } }) });
  const { code, stdout, stderr } = await runHere(["call", "refuse", "--config", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.toolFailed, stdout: "" });
  expect(stderr).toContain("-32000");
  expect(stderr).toContain("bad token [redacted]");
});

it.each([
  { tool: "odd", says: "resultType", ends: EXIT.toolFailed },
  { tool: "ask", says: "asks for input", ends: EXIT.inputRequired },
])("a result of $tool that is none ends it with $ends", async ({ tool, says, ends }) => {
  const { code, stdout, stderr } = await runHere([
    "call",
    tool,
    "--config",
    config({ a: embedded({ tools: [tool] }) }),
  ]);
  expect({ code, stdout }).toEqual({ code: ends, stdout: "" });
  expect(stderr).toContain(says);
});

it("P2: a server that dies during the call ends it at once with 4, its exit code and its last words", async () => {
  const { code, stdout, stderr } = await runHere([
    "call",
    "die",
    "--config",
    config({ a: server({ tools: ["die"] }) }),
  ]);
  expect({ code, stdout }).toEqual({ code: EXIT.unavailable, stdout: "" });
  expect(stderr).toContain("exit code 3");
  expect(stderr).toContain("fatal: missing API_KEY");
});

it("prints a line for what is no text, and structured content where there is no text at all", async () => {
  const { stdout } = await runHere([
    "call",
    "rich",
    "--config",
    config({ a: embedded({ tools: ["rich"] }) }),
  ]);
  expect(stdout).toBe(
    [
      "[image image/png, 9258 bytes]",
      "[resource_link log file:///log text/plain]",
      "[resource file:///a text/plain, 4 characters]",
      "[hologram\\u001b[2J]",
      "{",
      '  "total": 3',
      "}",
      "",
    ].join("\n"),
  );
});

it("a tool that the configuration excludes cannot be called", async () => {
  const file = config({
    a: embedded({ tools: ["echo", "fail"] }, { tools: { exclude: ["fail"] } }),
  });
  const { code, stdout } = await runHere(["call", "a/fail", "--config", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
});

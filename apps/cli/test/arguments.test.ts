import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, diary, embedded, folder, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { xMcp } from "./support/x-mcp.js";

/** Calls the tool that gives its arguments back. */
async function echo(...args: readonly string[]) {
  const file = config({ a: embedded({ tools: ["echo"] }) });
  return runHere(["call", "a/echo", ...args, "--config", file]);
}

it("gives each key=value the type that the schema says, and leaves texts alone", async () => {
  const { code, stdout } = await echo(
    "text=12",
    "count=-3",
    "ratio=1.5e3",
    "loud=true",
    "nothing=null",
    'tags=["a","b"]',
    'point={"x":1}',
    "limit=null",
    "either=7",
    "level=2",
    "free=true",
    "unknown=8",
  );
  expect(code).toBe(EXIT.ok);
  expect(JSON.parse(stdout)).toEqual({
    text: "12",
    count: -3,
    ratio: 1500,
    loud: true,
    nothing: null,
    tags: ["a", "b"],
    point: { x: 1 },
    limit: null,
    either: "7",
    level: 2,
    free: "true",
    unknown: "8",
  });
});

it("splits at the first equals sign only, and takes an empty text", async () => {
  const { stdout } = await echo("text=a=b", "free=", "__proto__=x");
  expect(stdout).toBe('{"text":"a=b","free":"","__proto__":"x"}\n');
});

it("lets key=value win over --args, key by key, whose values stay as they are", async () => {
  const { stdout } = await echo(
    "count=2",
    "--args",
    '{"count": 1, "free": 5, "more": {"deep": []}}',
  );
  expect(JSON.parse(stdout)).toEqual({ count: 2, free: 5, more: { deep: [] } });
});

it("refuses a value that does not fit with exit code 2, naming the key and the type", async () => {
  const expected = {
    "count=1.5": "an integer",
    "count=many": "an integer",
    "count=9007199254740993": "an integer",
    "count=": "an integer",
    "ratio=1e999": "a number",
    "ratio=0x10": "a number",
    "loud=yes": "true or false",
    "nothing=0": "null",
    "tags=a,b": "an array (as JSON)",
    "point=[1]": "an object (as JSON)",
    "limit=none": "an integer or null",
  };
  const runs = await Promise.all(
    Object.entries(expected).map(async ([pair, type]) => ({ pair, type, ...(await echo(pair)) })),
  );
  for (const { pair, type, code, stdout, stderr } of runs) {
    expect({ pair, code, stdout }).toEqual({ pair, code: EXIT.usage, stdout: "" });
    expect(stderr).toContain(`"${pair.split("=")[0]}" has to be ${type}`);
  }
});

it("takes key:=JSON as it is, and key=@FILE and key:=@FILE from files", async () => {
  const cwd = folder();
  writeFileSync(join(cwd, "notes.txt"), "a=b\n");
  writeFileSync(join(cwd, "tags.json"), '["x", "y"]');
  const file = config({ a: embedded({ tools: ["echo"] }) });
  const words = [
    "either:=7",
    'free:={"a":[null]}',
    "more:=null",
    "text=@notes.txt",
    "tags:=@tags.json",
  ];
  const { code, stdout } = await runHere(["call", "a/echo", ...words, "-c", file], {
    cwd: () => cwd,
  });
  expect(code).toBe(EXIT.ok);
  expect(JSON.parse(stdout)).toEqual({
    either: 7,
    free: { a: [null] },
    more: null,
    text: "a=b\n",
    tags: ["x", "y"],
  });
});

it.each([
  ["free:=word", 'The argument "free" is written with := and has to be JSON; "word" is not.'],
  [
    "text=@none",
    '"none", which does not exist. A text that begins with @ is written text:=\'"@none"\'.',
  ],
  ["text=@.", "which is a directory"],
  ["txet=x", '"a/echo" takes no argument "txet". Did you mean "text"?'],
  ["count:=1.5", 'The argument "count" has to be an integer; 1.5 is not.'],
  ["tags:=[1]", 'The argument "tags" at /0 has to be a string; 1 is not.'],
])("refuses %s before anything is sent, and says what the tool takes", async (word, says) => {
  const pidFile = join(folder(), "diary");
  const file = config({ a: embedded({ tools: ["echo"], pidFile }) });
  const { code, stdout, stderr } = await runHere(["call", "a/echo", word, "-c", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
  expect(stderr).toContain(says);
  expect(stderr).toContain("Nothing was sent");
  // Where it is not even needed to know the tool, its server is not started.
  expect(existsSync(pidFile) ? diary(pidFile).called : []).toEqual([]);
});

it("the built program checks by the whole schema, too", async () => {
  const file = config({ a: server({ tools: ["coded"] }) });
  const { code, stdout, stderr } = await xMcp(["call", "a/coded", "code=x1", "-c", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
  expect(stderr).toContain('The argument "code" must match pattern');
});

it("checks by the whole schema where that takes more, and calls past a schema that nobody can follow", async () => {
  const pidFile = join(folder(), "diary");
  const file = config({ a: embedded({ tools: ["coded", "elsewhere"], pidFile }) });
  const refused = await runHere(["call", "a/coded", "code=x1", "-c", file]);
  expect(refused).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(refused.stderr).toContain('The argument "code" must match pattern');
  expect(refused.stderr).toContain("The tool is a/coded(code: string)");
  expect(diary(pidFile).called).toEqual([]);
  const fits = await runHere(["call", "a/coded", "code=AB12", "-c", file]);
  expect(fits).toMatchObject({ code: EXIT.ok, stderr: "" });
  const beyond = await runHere(["call", "a/elsewhere", "way=x", "-c", file]);
  expect(beyond.code).toBe(EXIT.ok);
  expect(beyond.stderr).toContain("not checked by the whole schema of a/elsewhere: ");
});

it("takes --args from stdin or a file, and says where what is there is no object", async () => {
  const cwd = folder();
  writeFileSync(join(cwd, "args.json"), '{"count": 3}');
  const file = config({ a: embedded({ tools: ["echo"] }) });
  const run = (source: string, stdin = "") =>
    runHere(["call", "a/echo", "loud=true", "--args", source, "-c", file], {
      cwd: () => cwd,
      stdin: Readable.from([Buffer.from(stdin)]),
    });
  expect((await run("-", '{"count": 2, "loud": false}')).stdout).toBe('{"count":2,"loud":true}\n');
  expect((await run("@args.json")).stdout).toBe('{"count":3,"loud":true}\n');
  for (const [source, stdin, says] of [
    ["-", "", "What is on stdin is not JSON"],
    ["-", "[1]", "What is on stdin has to be a JSON object"],
    ["@none.json", "", '--args names "none.json", which does not exist.'],
    ["@", "", "--args @FILE"],
  ] as const) {
    const refused = await run(source, stdin);
    expect(refused).toMatchObject({ code: EXIT.usage, stdout: "" });
    expect(refused.stderr).toContain(says);
  }
});

it("--no-check sends what the schema does not allow, as it was given", async () => {
  const { code, stdout, stderr } = await echo("--no-check", "count=many", "txet=x", "tags:=[1]");
  expect({ code, stderr }).toEqual({ code: EXIT.ok, stderr: "" });
  expect(JSON.parse(stdout)).toEqual({ count: "many", txet: "x", tags: [1] });
});

it("call SERVER TOOL is SERVER/TOOL where the first word is a server and the second no argument", async () => {
  // The tool `b` of a is one that has the name of a server.
  const file = config({
    a: embedded({ tag: "a", tools: ["search", "b"] }),
    b: embedded({ tag: "b", tools: ["search"] }),
  });
  const run = (...words: readonly string[]) => runHere(["call", ...words, "-c", file]);
  expect((await run("b", "search", "query=x")).stdout).toBe("b searched x\n");
  expect((await run("b", "text=x")).stdout).toBe('{"text":"x"}\n');
  expect((await run("b")).stdout).toBe("{}\n");
  expect((await run("a", "b", "text=y")).stdout).toBe('{"text":"y"}\n');
  const typo = await run("b", "serch", "query=x");
  expect(typo).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(typo.stderr).toContain('There is no tool "b/serch". Did you mean "b/search"');
  const unknown = await run("search", "word");
  expect(unknown).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(unknown.stderr).toContain('found "word"; and there is no server "search"');
});

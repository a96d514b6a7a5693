import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, server } from "./support/config.js";
import { type Around, runHere } from "./support/run-here.js";

const SECRET = "tok-51f0a7c2";

/** What `--json` said of a failure, beside the sentence on stderr. */
async function failure(args: readonly string[], around: Around = {}) {
  const { code, stdout, stderr } = await runHere([...args, "--json"], around);
  const { error, ...rest } = JSON.parse(stdout);
  expect(Object.keys(error)).toEqual(["server", "phase", "code", "message", "hint", "stderrTail"]);
  expect(rest).toEqual({});
  expect(stderr).toContain("x-mcp: ");
  return { code, error, stderr };
}

it("--json says a mistake in the command line as a document, too, and the usage as its hint", async () => {
  for (const [args, hint] of [
    [["doctr"], "x-mcp help lists the commands."],
    [["call", "a", "--wrong"], "x-mcp help call has its options, and examples."],
    [["call", "a", "b=1", "word", "-c", "x"], "x-mcp help call has its options, and examples."],
  ] as const) {
    const { code, error, stderr } = await failure(args);
    expect(code).toBe(EXIT.usage);
    expect(error).toMatchObject({ server: null, phase: "usage", code: "invalid_usage", hint });
    expect(stderr).toContain(error.message);
  }
});

it("so it says what is wrong with the configuration, and with which server", async () => {
  const missing = await failure(["doctor", "-c", "/no/such.json"]);
  expect(missing.error).toMatchObject({
    server: null,
    phase: "configuration",
    code: "config_not_readable",
    message: 'The configuration "/no/such.json" does not exist.',
  });
  const file = config({ a: embedded({}, { env: { TOKEN: "$" + "{UNSET}" } }) });
  for (const command of [
    ["call", "a/echo"],
    ["call", "a", "echo"],
    ["read", "a", "x:a"],
    ["listen", "a"],
    ["tools", "a/"],
    ["resources", "a"],
  ]) {
    const unset = await failure([...command, "-c", file]);
    expect(unset).toMatchObject({ code: EXIT.usage, error: { server: "a", phase: "resolve" } });
    expect(unset.error.code).toBe("unusable_server");
    expect(unset.error.message).toContain(`${file}: line 1, server "a", env.TOKEN: `);
  }
});

it("so it says which server could not be opened, with its last lines and without secrets", async () => {
  const dead = server({ stderr: `reading\nno ${SECRET}`, exit: 3 }, { env: { TOKEN: SECRET } });
  const file = config({ dead });
  for (const command of [
    ["call", "dead/echo"],
    ["read", "dead", "x:a"],
    ["listen", "dead"],
  ]) {
    const { code, error } = await failure([...command, "-c", file]);
    expect(code).toBe(EXIT.unavailable);
    expect(error).toMatchObject({ server: "dead", phase: "open", code: "unavailable" });
    expect(error.stderrTail).toEqual(["reading", "no [TOKEN]"]);
    expect(error.message).toContain("Nothing was");
  }
});

it("so it has the last lines of a server that died while it was asked", async () => {
  const file = config({ a: server({ tools: ["die"] }) });
  const { code, error } = await failure(["call", "a/die", "-c", file]);
  expect(code).toBe(EXIT.unavailable);
  expect(error).toMatchObject({ server: "a", phase: "request", code: "connection_closed" });
  expect(error.stderrTail).toEqual(["fatal: missing API_KEY"]);
});

it("so it says what a server that was asked answered, and which one it was", async () => {
  const file = config({ a: embedded({ tools: ["echo"], resources: [], contents: {} }) });
  const found = await failure(["call", "a/ecko", "-c", file]);
  expect(found.error).toMatchObject({ server: "a", phase: "find", code: "unknown_tool" });
  const typed = await failure(["call", "a/echo", "count=x", "-c", file]);
  expect(typed.error).toMatchObject({ server: "a", phase: "find", code: "invalid_argument" });
  const read = await failure(["read", "a", "x:none", "-c", file]);
  expect(read).toMatchObject({ code: EXIT.toolFailed, error: { server: "a", phase: "request" } });
});

it("of listen it is one line, as its events are", async () => {
  const { stdout } = await runHere(["listen", "a", "--json", "-c", "/no/such.json"]);
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "config_not_readable" } });
});

it("without --json there is nothing on stdout", async () => {
  expect(await runHere(["doctor", "-c", "/no/such.json"])).toMatchObject({ stdout: "" });
});

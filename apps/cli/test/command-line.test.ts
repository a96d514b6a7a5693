import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { parseCommandLine } from "../src/command-line.js";
import { COMMANDS } from "../src/commands.js";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, folder } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { MAIN, over, xMcp } from "./support/x-mcp.js";

const none = (): string => config({});

it("prints its help on stdout when asked, and its version", async () => {
  const help = await xMcp(["--help"]);
  expect(help).toMatchObject({ code: EXIT.ok, stderr: "" });
  for (const { name, summary } of COMMANDS) {
    expect(help.stdout).toMatch(new RegExp(`^  ${name} .*${summary}$`, "m"));
  }
  for (const args of [["-h"], ["help"]]) expect(await runHere(args)).toEqual(help);
  const call = await runHere(["help", "call"]);
  expect(call).toMatchObject({ code: EXIT.ok, stderr: "" });
  expect(call.stdout).toContain("Usage: x-mcp call NAME [key=value ...] [options]\n");
  for (const args of [
    ["call", "-h"],
    ["--json", "call", "x", "--help"],
  ]) {
    expect(await runHere(args)).toEqual(call);
  }
  expect(await runHere(["--version"])).toEqual({
    code: EXIT.ok,
    stdout: `${manifest.version}\n`,
    stderr: "",
  });
});

it.each(["", ...COMMANDS.map(({ name }) => name), "servers", "exit-codes"])(
  "the help of %j fits a screen of 80 columns and 24 lines",
  async (topic) => {
    const { code, stdout } = await runHere(["help", topic].filter((word) => word !== ""));
    expect(code).toBe(EXIT.ok);
    const lines = stdout.trimEnd().split("\n");
    // The last line is the prompt's.
    expect(lines.length).toBeLessThan(24);
    expect(lines.filter(({ length }) => length > 80)).toEqual([]);
  },
);

it("the help of a command has its options with what they are for, and examples that are read", async () => {
  for (const { name, options, examples, read } of COMMANDS) {
    const { stdout } = await runHere(["help", name]);
    for (const option of options) {
      const { stdout: topic } = await runHere(["help", option.topic ?? name]);
      expect(topic).toContain(`--${option.name}`);
      expect(topic).toContain(option.summary);
    }
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      expect(stdout).toContain(`  ${example}\n`);
      const [program, ...argv] = words(example);
      const line = parseCommandLine(argv, COMMANDS);
      expect([program, line]).toMatchObject(["x-mcp", { type: "command", command: { name } }]);
      if (line.type === "command") expect(await read(line.words, line.given)).toBeDefined();
    }
  }
});

it("an option means the same in every command that has it", () => {
  const options = [...new Set(COMMANDS.flatMap((command) => command.options))];
  const names = options.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

it.each([
  { args: [], says: "Name a command" },
  { args: ["doctr"], says: 'There is no command "doctr". Did you mean doctor?' },
  { args: ["xyz"], says: 'There is no command "xyz".\n' },
  { args: ["helpp"], says: 'There is no command "helpp". Did you mean help?' },
  { args: ["help", "doctr"], says: 'There is no command "doctr". Did you mean doctor?' },
  { args: ["list"], says: 'There is no command "list". Did you mean tools?' },
  { args: ["ls", "-c", "x"], says: 'There is no command "ls". Did you mean tools?' },
  { args: ["a\u001b[2J\nb"], says: 'There is no command "a\\u001b[2J\\nb".\n' },
  { args: ["call", "echo", "--query=x=y"], says: "A tool's arguments are written query=x=y.\n" },
  { args: ["call", "echo", "--query", "x"], says: "A tool's arguments are written query=x.\n" },
  { args: ["call", "echo", "--query"], says: "A tool's arguments are written query=VALUE.\n" },
  { args: ["call", "echo", "--jsn"], says: "Unknown option '--jsn'. Did you mean --json?\n" },
  { args: ["tools", "--confg", "x"], says: "Unknown option '--confg'. Did you mean --config?" },
  { args: ["tools", "--wrong"], says: "Unknown option '--wrong'.\n" },
  { args: ["tools", "--config"], says: "--config" },
  { args: ["doctor", "--config", ""], says: "--config FILE" },
  { args: ["doctor", "extra", "--config", "x"], says: 'doctor takes no "extra"' },
  { args: ["tools", "--args", "{}", "--config", "x"], says: "--args belongs to call" },
  { args: ["call", "--config", "x"], says: "Say which tool" },
  { args: ["call", "echo", "a=1", "word", "--config", "x"], says: 'key=value, found "word"' },
  { args: ["call", "a", "echo", "word", "--config", "x"], says: 'key=value, found "word"' },
  { args: ["call", "echo", "=1", "--config", "x"], says: 'key=value, found "=1"' },
  { args: ["call", "echo", "a=1", "a=2", "--config", "x"], says: '"a" is given twice' },
  { args: ["call", "echo", "--args", "{", "--config", "x"], says: "--args is not JSON" },
  { args: ["call", "echo", "--args", "[1]", "--config", "x"], says: "has to be a JSON object" },
  { args: ["replay", "t", "--", "node"], says: "replay takes no command behind --" },
  { args: ["tools", "--url", "http://x", "-c", "x"], says: "leave out --config" },
  { args: ["tools", "--url", "http://x", "--", "node"], says: "Give one server" },
  { args: ["tools", "--header", "a: b", "--", "node"], says: "go with --url" },
  {
    args: ["tools", "--url", "http://x", "--header", "s3cret"],
    says: '--header takes "NAME: VALUE"',
  },
  { args: ["tools", "--allow-legacy"], says: "is for a server of the command line" },
  { args: ["tools", "--"], says: "the command of a server" },
  { args: ["tools", "--input", "x", "-c", "x"], says: "--input takes ID=VALUE" },
  { args: ["prompt", "--config", "x"], says: "Say which prompt to get" },
  { args: ["prompt", "p", "word", "--config", "x"], says: 'key=value, found "word"' },
  { args: ["prompt", "p", "--ticket=x"], says: "A prompt's arguments are written ticket=x.\n" },
  { args: ["promt"], says: "Did you mean prompt?" },
  { args: ["resource"], says: "Did you mean resources?" },
  { args: ["watch"], says: "Did you mean listen?" },
  { args: ["resources", "a", "b", "--config", "x"], says: 'resources takes no "b"' },
  { args: ["read", "--config", "x"], says: "read SERVER URI" },
  { args: ["read", "a", "--config", "x"], says: "a URI that x-mcp resources prints" },
  { args: ["read", "a", "b", "c", "--config", "x"], says: 'read takes no "c"' },
  { args: ["read", "a", "b", "--output", "", "--config", "x"], says: "the name of a file" },
  { args: ["call", "a", "--output=f", "--json", "--config", "x"], says: "give one of them" },
  { args: ["prompt", "a", "--output=f", "--json", "--config", "x"], says: "give one of them" },
  { args: ["read", "a", "b", "--output=f", "--json", "--config", "x"], says: "give one of them" },
  {
    args: ["call", "echo", "--for=x", "--config", "x"],
    says: "--for belongs to listen, not to call. A tool's arguments are written for=x.\n",
  },
  { args: ["tools", "--trace", "", "--config", "x"], says: "--trace takes the name of a file" },
  { args: ["tools", "--trace=-", "--config", "x"], says: "--trace takes the name of a file" },
  {
    args: ["tools", "--timeout", "0", "--config", "x"],
    says: "--timeout takes seconds, more than 0",
  },
  { args: ["tools", "--timeout=-1", "--config", "x"], says: '"-1" is not' },
  { args: ["read", "a", "b", "--timeout", "5s", "--config", "x"], says: '"5s" is not' },
  { args: ["call", "a", "--timeout", "1000001", "--config", "x"], says: "at most 1000000" },
  {
    args: ["doctor", "--timeout", "1", "--config", "x"],
    says: "--timeout belongs to tools, call,",
  },
  { args: ["call", "echo", "--log", "loud", "--config", "x"], says: "--log takes one of debug, " },
  { args: ["call", "echo", "--log", "warnin", "--config", "x"], says: "Did you mean warning?" },
  {
    args: ["tools", "--log", "info", "--config", "x"],
    says: "--log belongs to call, not to tools",
  },
  { args: ["replay"], says: "Say which trace to replay" },
  { args: ["replay", "t", "u"], says: 'replay takes no "u"' },
  { args: ["replay", "t", "--server="], says: "--server takes the name of a server" },
  { args: ["replay", "t", "--config", "x"], says: "--config belongs to doctor, tools, " },
  { args: ["replay", "t", "--trace", "x"], says: "--trace belongs to doctor, tools, " },
  {
    args: ["doctor", "--server", "a", "--config", "x"],
    says: "--server belongs to tools, trace or replay",
  },
  { args: ["tools", "--for", "1", "--config", "x"], says: "--for belongs to listen, not to tools" },
  { args: ["listen", "--config", "x"], says: "Say which server to listen to" },
  { args: ["listen", "a", "--resource=", "--config", "x"], says: "--resource takes a URI" },
  {
    args: ["listen", "a", "--resource", "x".repeat(8193), "--config", "x"],
    says: "a URI of 1 to 8192 characters",
  },
  { args: ["listen", "a", "--for", "soon", "--config", "x"], says: "--for takes seconds" },
  { args: ["listen", "a", "--for", "0", "--config", "x"], says: '"0" is not' },
  { args: ["listen", "a", "--for", "1e9", "--config", "x"], says: '"1e9" is not' },
  { args: ["call", "echo", "--args", "null", "--config", "x"], says: "has to be a JSON object" },
])("refuses $args with exit code 2, the reason and the usage on stderr", async ({ args, says }) => {
  const { code, stdout, stderr } = await runHere(args);
  expect(code).toBe(EXIT.usage);
  const isJson = args.some((arg) => arg === "--json");
  if (isJson) expect(JSON.parse(stdout)).toMatchObject({ error: { code: "invalid_usage" } });
  else expect(stdout).toBe("");
  expect(stderr).toContain(says);
  expect(stderr).toMatch(/^Usage: x-mcp [\w ]+/m);
});

it("under a mistake in the words of a command its usage is shown", async () => {
  const { stderr } = await runHere(["call", "-c", "x"]);
  expect(stderr.split("\n").slice(1)).toEqual([
    "Usage: x-mcp call NAME [key=value ...] [options]",
    "x-mcp help call has its options, and examples.",
    "",
  ]);
  const { stderr: general } = await runHere(["doctr"]);
  expect(general).toMatch(/\nUsage: x-mcp COMMAND \[options\]\nx-mcp help lists the commands\.\n$/);
});

it("names a configuration file that is not there, or is a folder", async () => {
  const path = join(folder(), "none.json");
  const missing = await runHere(["doctor", "--config", path]);
  expect(missing).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(missing.stderr).toContain(`${JSON.stringify(path)} does not exist`);
  const directory = await runHere(["doctor", "--config", folder()]);
  expect(directory.code).toBe(EXIT.usage);
  expect(directory.stderr).toContain("is a directory");
});

it("reports what is wrong in a configuration with its file, server and field", async () => {
  const file = config({ a: embedded({}, { env: { TOKEN: "$" + "{UNSET}" } }) });
  const { code, stdout, stderr } = await runHere(["tools", "--config", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
  expect(stderr).toContain(`${file}: line 1, server "a", env.TOKEN: the variable UNSET is not set`);
});

it("L3: a server name with a slash in it is a configuration error", async () => {
  const { code, stdout, stderr } = await runHere([
    "doctor",
    "--config",
    config({ "a/b": embedded({}) }),
  ]);
  expect({ code, stderr }).toEqual({ code: EXIT.usage, stderr: "" });
  expect(stdout).toContain('server "a/b": expected a name without `/`');
});

it("takes options in any place, and a configuration relative to the working directory", async () => {
  const file = none();
  const run = await runHere(["--json", "--config=mcp.json", "doctor"], {
    cwd: () => dirname(file),
  });
  expect(run.code).toBe(EXIT.ok);
  expect(JSON.parse(run.stdout)).toEqual({ servers: [], quarantined: [] });
  expect(await runHere(["doctor", "-c", file, "--json"])).toMatchObject({ stdout: run.stdout });
});

it("ends with 2 and a sentence where the working directory was removed, and still has its help", async () => {
  const file = none();
  // The program begins in a folder that its own shell has removed by then.
  const shell = spawn(
    "/bin/sh",
    ["-c", 'rmdir "$PWD" && exec "$@"', "sh", process.execPath, MAIN, "doctor", "-c", file],
    { cwd: folder() },
  );
  expect(await over(shell)).toEqual({
    code: EXIT.usage,
    stdout: "",
    stderr: "x-mcp: The working directory is not there any more. Change to one that is.\n",
  });
  const cwd = (): string => {
    throw new Error("uv_cwd");
  };
  expect(await runHere(["help"], { cwd })).toMatchObject({ code: EXIT.ok, stderr: "" });
});

/** The words of a line of a shell. */
function words(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(?:[^\s']|(?<=\w)')+(?:'[^']*')?/g)].map(([word, quoted]) =>
    (quoted ?? word).replaceAll("'", ""),
  );
}

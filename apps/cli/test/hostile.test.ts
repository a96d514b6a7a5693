import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";

/** ESC, NUL, BEL, backspace, a C1 control, a line separator, and marks that turn a line around. */
const HOSTILE = "\u001b]0;x\u0007\u0000\b\u009b2J\u2028\u202e\u2066";
/** Everything of it that must never reach a terminal. */
const ACTS = /(?![\n])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
const COMMANDS = [["doctor"], ["tools"], ["tools", "--json"]];

/** Tools that have a name: four of `names`, and one of `same`. */
const TOOLS = 5;

/** Servers that put it wherever a server can. */
function hostileServers(): string {
  const of = { hostile: HOSTILE };
  return config({
    names: embedded({ ...of, tools: ["hostile", "\u202ehcraes", "broken\u202e", "search"] }),
    same: embedded({ ...of, tools: ["\u202ehcraes", "bad\u0000name"] }),
    dies: server({ exit: 3, stderr: `fatal: ${HOSTILE}` }),
    refuses: embedded({ ...of, era: "none" }),
    lists: embedded({ ...of, tools: ["search"], listError: HOSTILE }),
  });
}

it.each(COMMANDS.map((command) => ({ command })))(
  "$command prints nothing that a terminal acts upon",
  async ({ command }) => {
    const { stdout, stderr } = await runHere([...command, "--config", hostileServers()]);
    expect(stdout.split("\n").filter((line) => ACTS.test(line))).toEqual([]);
    expect(stderr.split("\n").filter((line) => ACTS.test(line))).toEqual([]);
    expect(`${stdout}${stderr}`).toContain("\\u202e");
    // The signature of a tool is a line for people, whatever it has in it.
    if (command.length === 1 && command[0] === "tools") {
      expect(stdout.match(/^ {2}\S.*$/gm)).toHaveLength(TOOLS);
    }
  },
);

it.each(["refuseHostile", "oddHostile"])(
  "what %s makes of a call is one line on stderr that a terminal does not act upon",
  async (tool) => {
    const file = config({ a: embedded({ hostile: `${HOSTILE}\nx-mcp: fine`, tools: [tool] }) });
    const { code, stderr } = await runHere(["call", tool, "--config", file]);
    expect(code).toBe(EXIT.toolFailed);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).not.toMatch(ACTS);
  },
);

it("an answer is raw for a program, and does nothing to a terminal", async () => {
  const text = `a\tb\r\n${HOSTILE}\rc`;
  const file = config({ a: embedded({ hostile: text, tools: ["hostile"] }) });
  const piped = await runHere(["call", "hostile", "--config", file]);
  expect(piped).toEqual({ code: EXIT.ok, stdout: `${text}\n`, stderr: "" });
  const shown = await runHere(["call", "hostile", "--config", file], { stdoutIs: "terminal" });
  expect(shown.stdout).toBe(
    "a\tb\n\\u001b]0;x\\u0007\\u0000\\u0008\\u009b2J\\u2028\\u202e\\u2066\\u000dc\n",
  );
  for (const stdoutIs of ["pipe", "terminal"] as const) {
    const json = await runHere(["call", "hostile", "--json", "--config", file], { stdoutIs });
    expect(json.stdout).not.toMatch(ACTS);
    expect(JSON.parse(json.stdout).content).toEqual([{ type: "text", text }]);
  }
});

it("structured content without text does nothing to a terminal either", async () => {
  const file = config({ a: embedded({ hostile: HOSTILE, tools: ["structured"] }) });
  const { stdout } = await runHere(["call", "structured", "--config", file]);
  expect(stdout).not.toMatch(ACTS);
  expect(JSON.parse(stdout)).toEqual({ [HOSTILE]: HOSTILE });
});

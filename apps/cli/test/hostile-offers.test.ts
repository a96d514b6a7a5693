import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded } from "./support/config.js";
import { runHere } from "./support/run-here.js";

/** ESC, NUL, BEL, backspace, a C1 control, line ends, and marks that turn a line around. */
const HOSTILE = "\u001b]0;x\u0007\u0000\b\u009b2J\u2028\u202e\u2066\r\nx-mcp: fine";
/** Everything of it that must never reach a terminal. */
const ACTS = /(?![\n])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;

const URI = `javascript:alert(1)${HOSTILE}`;
const DESCRIBED = { name: HOSTILE, title: HOSTILE, description: HOSTILE, mimeType: HOSTILE };
const MESSAGE = `no ${HOSTILE}`;

/** A server that puts it wherever a server can. */
function hostileServer(more: object = {}): string {
  return config({
    a: embedded({
      hostile: HOSTILE,
      resources: [{ ...DESCRIBED, uri: URI }, { ...DESCRIBED, uri: HOSTILE }, { name: HOSTILE }],
      templates: [{ ...DESCRIBED, uriTemplate: URI }],
      contents: { it: [{ uri: URI, mimeType: HOSTILE, blob: HOSTILE }] },
      prompts: [
        { ...DESCRIBED, name: "\u202ehcraes", arguments: [DESCRIBED] },
        { name: "greet" },
        { name: HOSTILE },
      ],
      messages: [{ role: "user", content: { type: HOSTILE } }],
      declares: { resources: { subscribe: true } },
      tells: [URI, HOSTILE],
      ...more,
    }),
  });
}

it.each([
  { command: ["resources"], lines: 3 },
  { command: ["prompts"], lines: 2 },
  { command: ["read", "a", "it"], lines: 1 },
  { command: ["prompt", "greet"], lines: 2 },
  { command: ["listen", "a", "--resource", "x", "--for", "0.2"], lines: 3 },
  { command: ["listen", "a", "--resource", "x", "--for", "0.2", "--json"], lines: 3 },
])("$command prints nothing that a terminal acts upon, and no line too many", async (one) => {
  const { code, stdout, stderr } = await runHere([...one.command, "--config", hostileServer()]);
  expect(code).toBe(EXIT.ok);
  expect(stdout.trimEnd().split("\n")).toHaveLength(one.lines);
  for (const text of [stdout, stderr]) {
    expect(text).not.toMatch(ACTS);
    expect(text).not.toMatch(/^x-mcp: fine/m);
  }
  expect(`${stdout}${stderr}`).toContain("\\u202e");
});

it.each([["resources"], ["prompts"], ["read", "a", "it"], ["prompt", "greet"]])(
  "the document of %s %s means what the server sent, and does nothing to a terminal",
  async (...command) => {
    const { stdout } = await runHere([...command, "--json", "--config", hostileServer()]);
    expect(stdout).not.toMatch(ACTS);
    expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(HOSTILE).slice(1, -1));
  },
);

it("what a resource or a prompt says is raw for a program, and does nothing to a terminal", async () => {
  const file = hostileServer({
    contents: { it: [{ uri: "it", text: HOSTILE }] },
    messages: [{ role: "user", content: { type: "text", text: HOSTILE } }],
  });
  for (const [command, before] of [
    [["read", "a", "it"], ""],
    [["prompt", "greet"], "user:\n"],
  ] as const) {
    const piped = await runHere([...command, "--config", file]);
    expect(piped.stdout).toBe(`${before}${HOSTILE}\n`);
    const shown = await runHere([...command, "--config", file], { stdoutIs: "terminal" });
    expect(shown.stdout).not.toMatch(ACTS);
    expect(shown.stdout).toContain("\\u001b]0;x");
  }
});

it.each([
  { method: "resources/read", command: ["read", "a", "it"] },
  { method: "prompts/get", command: ["prompt", "greet"] },
  { method: "subscriptions/listen", command: ["listen", "a", "--resource", "x"] },
])("what a server refuses $method with is one line on stderr", async ({ method, command }) => {
  const file = hostileServer({ refuses: { [method]: MESSAGE } });
  const { code, stderr } = await runHere([...command, "--config", file]);
  expect(code).toBe(EXIT.toolFailed);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stderr).not.toMatch(ACTS);
});

it("a key of a prompt's arguments that every object has is an argument like any other", async () => {
  const file = config({ a: embedded({ prompts: [{ name: "greet", arguments: [] }] }) });
  const { code, stderr } = await runHere(["prompt", "greet", "__proto__=1", "--config", file]);
  expect(code).toBe(EXIT.usage);
  expect(stderr).toContain('takes no argument "__proto__". It takes none.');
});

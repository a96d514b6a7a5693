import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, diary, embedded, folder, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { xMcp } from "./support/x-mcp.js";

const TRIAGE = {
  name: "triage",
  description: "Sort a support ticket.",
  arguments: [
    { name: "ticket", description: "Its text", required: true },
    { name: "language", title: "Language" },
  ],
};

/** Two servers with a prompt of the same name, of which `b` has another. */
function pair() {
  const diaries = { a: join(folder(), "a"), b: join(folder(), "b") };
  const file = config({
    a: embedded({ prompts: [TRIAGE], pidFile: diaries.a }),
    b: embedded({ prompts: [TRIAGE, { name: "greet" }, { name: 7 }], pidFile: diaries.b }),
  });
  return { file, diaries };
}

it("lists the prompts of all servers under merged names, with their arguments", async () => {
  const { file } = pair();
  const text = await runHere(["prompts", "--config", file]);
  expect({ code: text.code, stdout: text.stdout }).toEqual({
    code: EXIT.ok,
    stdout: [
      "triage   — a/triage — ticket (required), language — Sort a support ticket.\n",
      "greet    — b/greet\n",
      "b/triage — b/triage — ticket (required), language — Sort a support ticket.\n",
    ].join(""),
  });
  expect(text.stderr).toContain('Servers "a" and "b" both offer a prompt "triage"');
  expect(text.stderr).toContain('A prompt of server "b" is left out');
  const json = await runHere(["prompts", "--json", "--config", file]);
  expect({ code: json.code, stderr: json.stderr }).toEqual({ code: EXIT.ok, stderr: "" });
  const { prompts, collisions, quarantined, servers } = JSON.parse(json.stdout);
  expect(prompts).toEqual([
    {
      name: "triage",
      server: "a",
      localName: "triage",
      description: "Sort a support ticket.",
      arguments: [
        { name: "ticket", description: "Its text", required: true },
        { name: "language", title: "Language", description: null, required: false },
      ],
    },
    { name: "greet", server: "b", localName: "greet", description: null, arguments: [] },
    expect.objectContaining({ name: "b/triage", server: "b", localName: "triage" }),
  ]);
  expect(collisions).toMatchObject([
    { localName: "triage", holder: "a", server: "b", name: "b/triage" },
  ]);
  expect(quarantined).toMatchObject([{ server: "b", localName: null, scope: "prompt" }]);
  expect(servers).toHaveLength(2);
});

it("tools and prompts of one name are told apart, also where both collide", async () => {
  const both = (): object => embedded({ tools: ["search"], prompts: [{ name: "search" }] });
  const file = config({ a: both(), b: both() });
  for (const command of ["tools", "prompts"]) {
    const { code, stdout } = await runHere([command, "--json", "--config", file]);
    expect(code).toBe(EXIT.ok);
    const noun = command.slice(0, -1);
    const { collisions } = JSON.parse(stdout);
    expect(collisions.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining(` both offer a ${noun} "search"`),
    ]);
  }
});

it("a server without prompts is no failure, one that is unavailable is partial, and none at all is 4", async () => {
  const dead = server({ exit: 3 });
  const fine = await runHere(["prompts", "--config", config({ a: embedded({}) })]);
  expect(fine).toEqual({ code: EXIT.ok, stdout: "", stderr: "" });
  const some = await runHere(["prompts", "--config", config({ dead, a: embedded({}) })]);
  expect(some.code).toBe(EXIT.partial);
  expect(some.stderr).toContain("dead is unavailable: ");
  const none = await runHere(["prompts", "--config", config({ dead })]);
  expect(none.code).toBe(EXIT.unavailable);
});

it("gets a prompt by a plain name from its first owner, and by SERVER/PROMPT from that server only", async () => {
  const { file, diaries } = pair();
  const args = ["ticket=a=b", "--config", file];
  const plain = await runHere(["prompt", "triage", ...args]);
  expect(plain).toEqual({
    code: EXIT.ok,
    stdout: 'user:\n{"name":"triage","arguments":{"ticket":"a=b"}}\n',
    stderr: "",
  });
  expect(existsSync(diaries.b)).toBe(false);
  const full = await runHere(["prompt", "b/triage", "language=1", ...args]);
  expect(full.stdout).toBe(
    'user:\n{"name":"triage","arguments":{"language":"1","ticket":"a=b"}}\n',
  );
  expect(diary(diaries.b).called).toEqual(["prompts/get"]);
});

it("K3: prints each message with its role, and its content as that of a tool is, raw", async () => {
  const messages = [
    { role: "user", content: { type: "text", text: "Mind $TOKEN:\nwell" } },
    { role: "assistant", content: { type: "image", mimeType: "image/png", data: "aaaa" } },
  ];
  const file = config({
    a: server(
      { prompts: [{ name: "greet" }], messages, stderr: "listening" },
      { env: { TOKEN: "tok-51f0a7c2" } },
    ),
  });
  const text = await xMcp(["prompt", "greet", "--config", file]);
  expect(text).toEqual({
    code: EXIT.ok,
    stdout: "user:\nMind tok-51f0a7c2:\nwell\n\nassistant:\n[image image/png, 3 bytes]\n",
    stderr: "--output FILE saves it.\n",
  });
  const json = await runHere(["prompt", "greet", "--json", "--config", file]);
  expect(JSON.parse(json.stdout).messages).toHaveLength(2);
});

it.each([
  { args: [], says: 'The prompt "a/triage" needs "ticket", written key=value.' },
  {
    args: ["ticket=1", "langage=de"],
    says: 'The prompt "a/triage" takes no argument "langage". Did you mean "language"?',
  },
  {
    args: ["ticket=1", "x=1"],
    says: 'The prompt "a/triage" takes no argument "x". It takes "ticket", "language".',
  },
])("arguments that do not fit, $args, are a usage error, and nothing is sent", async (one) => {
  const { file, diaries } = pair();
  const run = await runHere(["prompt", "a/triage", ...one.args, "--config", file]);
  expect(run).toEqual({
    code: EXIT.usage,
    stdout: "",
    stderr: `x-mcp: ${one.says} Nothing was sent.\n`,
  });
  expect(diary(diaries.a).called).toEqual([]);
});

it.each(["b/greeet", "greeet"])(
  "K1: %s is a typo: nothing is sent, near names are suggested, and it ends with 2",
  async (name) => {
    const { file, diaries } = pair();
    const { code, stdout, stderr } = await runHere(["prompt", name, "x=1", "--config", file]);
    expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
    expect(stderr).toMatch(
      /There is no prompt ".*"\. Did you mean "(b\/)?greet"\? Nothing was sent/,
    );
    expect(diary(diaries.b).called).toEqual([]);
  },
);

it("a tool is no prompt and a prompt no tool, and it says which command takes the name", async () => {
  const file = config({ a: embedded({ tools: ["search"], prompts: [{ name: "greet" }] }) });
  const prompt = await runHere(["prompt", "search", "--config", file]);
  expect(prompt.code).toBe(EXIT.usage);
  expect(prompt.stderr).toContain("There is a tool of that name: x-mcp call search.");
  const tool = await runHere(["call", "greet", "--config", file]);
  expect(tool.code).toBe(EXIT.usage);
  expect(tool.stderr).toContain("There is a prompt of that name: x-mcp prompt greet.");
});

it("a plain name that an earlier server may have is not asked of a later one", async () => {
  const file = config({ dead: server({ exit: 3 }), b: embedded({ prompts: [TRIAGE] }) });
  const { code, stdout, stderr } = await runHere(["prompt", "triage", "--config", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.unavailable, stdout: "" });
  expect(stderr).toContain(
    'x-mcp: "triage" may be a prompt of dead (unavailable), declared before b. ' +
      "To get the one of b, write b/triage. Nothing was sent.\n",
  );
  const dead = await runHere(["prompt", "dead/triage", "--config", file]);
  expect(dead.code).toBe(EXIT.unavailable);
});

it("what a server refuses a prompt with ends it with 5", async () => {
  const file = config({
    a: embedded(
      { prompts: [{ name: "greet" }], refuses: { "prompts/get": "bad tok-51f0a7c2" } },
      { env: { TOKEN: "tok-51f0a7c2" } },
    ),
  });
  const { code, stdout, stderr } = await runHere(["prompt", "greet", "--config", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.toolFailed, stdout: "" });
  expect(stderr).toContain('-32000 "bad [redacted]"');
});

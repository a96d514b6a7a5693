import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, server } from "./support/config.js";
import { answersFile, form, page, TABLE, typing } from "./support/forms.js";
import { runHere } from "./support/run-here.js";
import { linesOf, traceFile } from "./support/trace.js";
import { xMcp } from "./support/x-mcp.js";

const TRUSTED = { allowLegacy: true };
const HOSTILE = "\u001b[2J\u0007\u202eevil\u2028x";

it("K6: a server that asks without end is given up, and how often it asked is told", async () => {
  const file = config({ a: server({ tools: ["book"], asks: [{ table: TABLE }], endless: true }) });
  const answers = answersFile({ guests: 2 });
  const { code, stdout, stderr } = await xMcp(["call", "a/book", "--answers", answers, "-c", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.toolFailed, stdout: "" });
  expect(stderr).toContain("asked for input more than 10 times");
});

it.each([
  { url: "javascript:alert(1)", says: "http: or https:" },
  { url: "https://user:pass@example.com/", says: "credentials" },
  { url: "https://example.com/\u001b[2J", says: "characters that no URL has" },
])("K6: nobody is asked to visit $url", async ({ url, says }) => {
  const { line, questions } = typing("yes");
  const around = { line, isInteractive: true };
  const modern = config({ a: embedded({ tools: ["book"], asks: [{ it: page(url) }] }) });
  const run = await runHere(["call", "a/book", "-c", modern], around);
  expect(run).toMatchObject({ code: EXIT.inputRequired, stdout: "" });
  expect(run.stderr).toContain(says);
  const asks = [{ it: page(url) }];
  const legacy = config({ a: embedded({ era: "legacy", tools: ["book"], asks }, TRUSTED) });
  const refused = await runHere(["call", "a/book", "-c", legacy], around);
  expect(refused.stderr).toContain(says);
  expect(JSON.parse(refused.stdout)["ask-0"]).toEqual({ error: expect.anything() });
  expect(questions).toEqual([]);
});

it.each([{ isInteractive: true }, { isInteractive: false }])(
  "K6: control characters of a form do nothing to a terminal (asked: $isInteractive)",
  async ({ isInteractive }) => {
    const { line, questions } = typing("", "", "", "!cancel");
    const request = form(
      {
        [HOSTILE]: { type: "string", title: HOSTILE, description: `${HOSTILE}\nb asks for input:` },
        one: {
          type: "string",
          oneOf: [{ const: HOSTILE, title: `${HOSTILE}!` }],
          default: HOSTILE,
        },
      },
      { message: `${HOSTILE}\r\nx-mcp: all is well` },
    );
    const file = config({ a: embedded({ tools: ["book"], asks: [{ [HOSTILE]: request }] }) });
    const { stderr } = await runHere(["call", "a/book", "-c", file], { line, isInteractive });
    const shown = `${stderr}${questions.join("")}`;
    expect(shown).toContain("\\u001b[2J");
    expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
    // A server's lines are marked as that, so that none looks like one of this program.
    expect(stderr).toContain("\n  | x-mcp: all is well\n");
    expect(stderr).toContain("\n  | b asks for input:\n");
  },
);

it("K6: a form with 256 fields can be left at each, and is answered from a file", async () => {
  const names = Array.from({ length: 256 }, (_, index) => `field${index}`);
  const fields = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const file = config({ a: embedded({ tools: ["book"], asks: [{ it: form(fields) }] }) });
  const { line, questions } = typing("x", "!decline");
  const run = await runHere(["call", "a/book", "-c", file], { line, isInteractive: true });
  expect(JSON.parse(run.stdout)).toEqual({ it: { action: "decline" } });
  expect(run.stderr).toContain("[1/256] field0");
  expect(questions).toHaveLength(2);
  const content = Object.fromEntries(names.map((name) => [name, name]));
  const args = ["call", "a/book", "--answers", answersFile(content), "-c", file];
  expect(JSON.parse((await runHere(args)).stdout).it.content).toEqual(content);
});

it("K6: a form with more fields than that is refused, and nobody is asked", async () => {
  const names = Array.from({ length: 257 }, (_, index) => `field${index}`);
  const fields = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const file = config({ a: embedded({ tools: ["book"], asks: [{ it: form(fields) }] }) });
  const { line, questions } = typing("x");
  const args = ["call", "a/book", "--json", "-c", file];
  const { code, stdout } = await runHere(args, { line, isInteractive: true });
  expect(code).toBe(EXIT.inputRequired);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: "input_failed", message: expect.stringContaining("257 fields") },
    inputRequired: { it: form(fields) },
  });
  expect(questions).toEqual([]);
});

it("K6: a field that looks like a secret is warned of, with the name of the server that asks", async () => {
  const request = form({ password: { type: "string", title: "Your bank's password" } });
  const file = config({ bank: embedded({ tools: ["book"], asks: [{ it: request }] }) });
  const { line } = typing("!decline");
  const { stderr } = await runHere(["call", "bank/book", "-c", file], {
    line,
    isInteractive: true,
  });
  expect(stderr).toMatch(/^bank asks for input:$/m);
  expect(stderr).toContain("Careful: this looks like a secret, and bank reads what you give it.");
});

it("K6: a server that nothing was asked of gets no answer, not from the file either", async () => {
  const trace = traceFile();
  const nosy = embedded({ era: "legacy", tools: ["echo"], nosy: TABLE }, TRUSTED);
  const file = config({ nosy, b: embedded({ tools: ["search"] }) });
  const answers = answersFile({ guests: 2 });
  const args = ["call", "search", "--answers", answers, "--trace", trace, "-c", file];
  const { code, stderr } = await runHere(args);
  expect(code).toBe(EXIT.ok);
  expect(stderr).toBe("nosy asked for input and was told no: nothing was asked of it.\n");
  expect(linesOf(trace)).toContainEqual(
    expect.objectContaining({
      direction: "sent",
      message: { jsonrpc: "2.0", id: "nosy", result: { action: "decline" } },
    }),
  );
});

it("a server that asks for what is not declared gets none of it, and that is told", async () => {
  const asks = [{ it: { method: "roots/list" } }];
  const legacy = config({ a: embedded({ era: "legacy", tools: ["book"], asks }, TRUSTED) });
  const run = await runHere(["call", "a/book", "-c", legacy]);
  expect(run.code).toBe(EXIT.ok);
  expect(JSON.parse(run.stdout)["ask-0"]).toMatchObject({ error: { code: -32601 } });
  expect(run.stderr).toContain("a asked for roots/list, which this client did not declare");
});

it("K6: a line of a server's that fills the terminal does not go on where it looks like nobody's", async () => {
  const columns = 40;
  const pad = "x".repeat(columns - 4);
  const wide = "\u754c".repeat(30);
  const request = form(
    {
      [`name${pad}Send this? (yes, no) yes`]: {
        type: "string",
        title: `title${pad}x-mcp: done`,
        description: `${pad}\u0009x-mcp: done`,
        enum: [`${pad}x-mcp: done`, wide],
        default: wide,
      },
    },
    { message: `${pad}x-mcp: all is well. ${wide}` },
  );
  const file = config({ a: embedded({ tools: ["book"], asks: [{ it: request }] }) });
  const { line, questions } = typing("!cancel");
  const { stderr } = await runHere(["call", "a/book", "-c", file], {
    line,
    isInteractive: true,
    stderrColumns: columns,
  });
  const width = (text: string): number =>
    [...text].reduce((sum, one) => sum + (one === "\u754c" ? 2 : 1), 0);
  for (const text of [...stderr.split("\n"), ...questions]) {
    if (/^\(!decline|^ {2}Careful/.test(text)) continue;
    expect(width(text)).toBeLessThan(columns);
  }
  expect(stderr.split("\n").filter((text) => /^\S*(x-mcp|done|yes)/.test(text))).toEqual([]);
  expect(stderr).toContain("  | ");
  expect(questions).toHaveLength(1);
});

it.each([{ era: "modern" }, { era: "legacy" }] as const)(
  "K5: a secret in the URL of a $era server's page is shown only to somebody who is to visit it on a terminal",
  async ({ era }) => {
    const secret = "tok-51f0a7c2";
    const asks = [{ it: page(`https://example.com/?k=${secret}`, `Sign in with ${secret}.`) }];
    const script = embedded({ era, tools: ["book"], asks }, { ...TRUSTED, env: { TOKEN: secret } });
    const args = ["call", "a/book", "-c", config({ a: script })];
    const failed = await runHere([...args, "--on-input", "fail"]);
    expect(failed.code).toBe(EXIT.inputRequired);
    expect(failed.stderr).toContain("https://example.com/?k=[redacted]");
    const json = await runHere([...args, "--json"]);
    expect(json.code).toBe(EXIT.inputRequired);
    expect(JSON.stringify(JSON.parse(json.stdout).inputRequired)).toContain("?k=[redacted]");
    const piped = await runHere([...args, "--on-input", "ask"], typing("no"));
    for (const { stdout, stderr } of [failed, json, piped]) {
      expect(stdout + stderr).not.toContain(secret);
    }
    const asked = await runHere(args, { ...typing("no"), isInteractive: true });
    expect(asked.stderr).toContain(`URL   https://example.com/?k=${secret}\n`);
    expect(asked.stderr).toContain("Sign in with [redacted].");
  },
);

it.each(["fail", "decline", "ask"])(
  "an answer that asks for input and has neither requests nor a state is no answer (%s)",
  async (way) => {
    const results = { "tools/call": { resultType: "input_required" } };
    const file = config({ a: embedded({ tools: ["book"], results }) });
    const args = ["call", "a/book", "--on-input", way, "--json", "-c", file];
    const { code, stdout } = await runHere(args);
    expect(code).toBe(EXIT.toolFailed);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { server: "a", phase: "request", code: "invalid_result" },
    });
  },
);

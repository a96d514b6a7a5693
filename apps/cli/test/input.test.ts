import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, diary, embedded, folder, lives, server } from "./support/config.js";
import { answersFile, form, page, TABLE } from "./support/forms.js";
import { runHere } from "./support/run-here.js";
import { xMcp } from "./support/x-mcp.js";

const ERAS = [{ era: "modern" }, { era: "legacy" }] as const;
const TRUSTED = { allowLegacy: true };

it.each(ERAS)(
  "K6: where a $era server needs input and nobody is there, it ends with 7 and the request as JSON",
  async ({ era }) => {
    const pidFile = join(folder(), "diary");
    const script = { era, tools: ["book"], asks: [{ table: TABLE }], pidFile };
    const file = config({ a: server(script, TRUSTED) });
    const { code, stdout, stderr } = await xMcp(["call", "a/book", "--json", "-c", file]);
    expect(code).toBe(EXIT.inputRequired);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        server: "a",
        phase: "input",
        code: "input_required",
        message: expect.stringContaining("--answers FILE"),
        hint: null,
        stderrTail: null,
      },
      inputRequired: era === "modern" ? { table: TABLE } : { request: TABLE },
    });
    expect(stderr).toMatch(/^x-mcp: a asks for input, .*\n$/);
    expect(diary(pidFile).pids.filter(lives)).toEqual([]);
  },
);

it.each(ERAS)("K6: a $era server gets its input from --answers FILE", async ({ era }) => {
  const pidFile = join(folder(), "diary");
  const script = { era, tools: ["book"], asks: [{ table: TABLE }], pidFile };
  const file = config({ a: server(script, TRUSTED) });
  const answers = answersFile({ guests: 2, place: "inside", other: "not asked for" });
  const run = await xMcp(["call", "a/book", "--answers", answers, "-c", file]);
  expect(run).toMatchObject({ code: EXIT.ok, stderr: "" });
  const response = { action: "accept", content: { guests: 2, place: "inside" } };
  expect(JSON.parse(run.stdout)).toEqual({ [era === "modern" ? "table" : "ask-0"]: response });
  expect(diary(pidFile).pids.filter(lives)).toEqual([]);
});

it.each([
  { command: ["read", "a", "x:a"], says: "four" },
  { command: ["prompt", "a/p"], says: "hello" },
])("K6: --answers FILE works for $command, too", async ({ command, says }) => {
  const file = config({
    a: embedded({
      asks: [{ table: TABLE }],
      resources: [{ uri: "x:a", name: "a" }],
      contents: { "x:a": [{ uri: "x:a", text: "four" }] },
      prompts: [{ name: "p" }],
      messages: [{ role: "user", content: { type: "text", text: "hello" } }],
    }),
  });
  const none = await runHere([...command, "-c", file]);
  expect(none).toMatchObject({ code: EXIT.inputRequired, stdout: "" });
  const run = await runHere([...command, "--answers", answersFile({ guests: 2 }), "-c", file]);
  expect(run).toMatchObject({ code: EXIT.ok, stdout: expect.stringContaining(says) });
});

it.each(ERAS)("without --json, what a $era server asks for is text on stderr", async ({ era }) => {
  const file = config({ a: embedded({ era, tools: ["book"], asks: [{ table: TABLE }] }, TRUSTED) });
  const { code, stdout, stderr } = await runHere(["call", "a/book", "-c", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.inputRequired, stdout: "" });
  expect(stderr.split("\n").slice(0, -2)).toEqual([
    "a asks for input:",
    "  | Which table?",
    "guests (Guests), required: a whole number, 1 to 8",
    "place, optional: one of these",
    "  1. inside",
    "  2. outside",
  ]);
});

it("all requests of a round are told, and an array of answers has one for each", async () => {
  const asks = [
    { one: form({ name: { type: "string" } }), two: form({ name: { type: "boolean" } }) },
  ];
  const file = config({ a: embedded({ tools: ["book"], asks }) });
  const none = await runHere(["call", "book", "-c", file]);
  expect(none.stderr.match(/^a asks for input:$/gm)).toHaveLength(2);
  const answers = answersFile([{ name: true }, { name: "Ada" }]);
  const { stdout } = await runHere(["call", "book", "--answers", answers, "-c", file]);
  expect(JSON.parse(stdout)).toEqual({
    one: { action: "accept", content: { name: "Ada" } },
    two: { action: "accept", content: { name: true } },
  });
});

it.each(ERAS)("--on-input decline says no to forms and pages of a $era server", async ({ era }) => {
  const asks = [{ table: TABLE, page: page("https://example.com/") }];
  const file = config({ a: embedded({ era, tools: ["book"], asks }, TRUSTED) });
  const run = await runHere(["call", "a/book", "--on-input", "decline", "-c", file]);
  expect(run.code).toBe(EXIT.ok);
  expect(Object.values(JSON.parse(run.stdout))).toEqual([
    { action: "decline" },
    { action: "decline" },
  ]);
  expect(run.stderr.match(/^a asked for input and was told no/gm)).toHaveLength(2);
});

it("a value that does not fit is not sent, and only its field is named", async () => {
  const pidFile = join(folder(), "diary");
  const trace = join(folder(), "trace.jsonl");
  const file = config({ a: server({ tools: ["book"], asks: [{ table: TABLE }], pidFile }) });
  const answers = answersFile({ guests: 4711, place: "hunter2hunter2" });
  const args = ["call", "a/book", "--answers", answers, "--trace", trace, "-c", file];
  const { code, stderr } = await runHere(args);
  expect(code).toBe(EXIT.inputRequired);
  expect(stderr).toContain('the value of "guests" in the answers does not fit it (range)');
  expect(stderr).toContain('the value of "place" in the answers does not fit it (option)');
  expect(`${stderr}${readFileSync(trace, "utf8")}`).not.toMatch(/4711|hunter2/);
});

it.each(ERAS)(
  "what is in the answers is in no trace, log or error of a $era server",
  async ({ era }) => {
    const trace = join(folder(), "trace.jsonl");
    const asks = [{ login: form({ user: { type: "string" }, pin: { type: "integer" } }) }];
    const file = config({ a: embedded({ era, tools: ["book"], asks }, TRUSTED) });
    const answers = answersFile({ user: "grace.hopper", pin: 471_147 });
    const args = ["call", "a/book", "--answers", answers, "--trace", trace, "-c", file];
    const { code, stdout } = await runHere(args);
    expect(code).toBe(EXIT.ok);
    expect(stdout).toContain("grace.hopper");
    const written = readFileSync(trace, "utf8");
    expect(written).toContain('"user":"[redacted]","pin":"[redacted]"');
    expect(written).not.toMatch(/grace|471147/);
  },
);

it("a number of the answers that a server repeats as one is not in the trace", async () => {
  const trace = join(folder(), "trace.jsonl");
  const result = {
    resultType: "complete",
    content: [],
    structuredContent: { pin: 471_147, n: 12 },
  };
  const file = config({ a: embedded({ tools: ["echo"], results: { "tools/call": result } }) });
  const answers = answersFile({ pin: 471_147 });
  await runHere(["call", "a/echo", "--answers", answers, "--trace", trace, "-c", file]);
  expect(readFileSync(trace, "utf8")).toContain('"structuredContent":{"pin":"[redacted]","n":12}');
});

it("a server that repeats an answer in its error is quoted without it", async () => {
  const hostile = "unknown user grace.hopper";
  const file = config({ a: embedded({ tools: ["refuseHostile"], hostile }) });
  const answers = answersFile({ user: "grace.hopper" });
  const { stderr } = await runHere(["call", "refuseHostile", "--answers", answers, "-c", file]);
  expect(stderr).toContain("unknown user [redacted]");
});

it.each([
  { content: '{"pin": 4711 oops', says: "is not JSON" },
  { content: [1], says: "has to be an object" },
  { content: '"text"', says: "has to be an object" },
])(
  "answers that are none ($says) are told before anything is started",
  async ({ content, says }) => {
    const pidFile = join(folder(), "diary");
    const file = config({ a: server({ tools: ["book"], pidFile }) });
    const answers = answersFile(content);
    const { code, stderr } = await runHere(["call", "a/book", "--answers", answers, "-c", file]);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toContain(says);
    expect(stderr).not.toContain("4711");
    expect(() => diary(pidFile)).toThrow();
  },
);

it("answers that are not there are told", async () => {
  const args = ["call", "book", "--answers", "/no/such/answers.json", "-c", config({})];
  const { code, stderr } = await runHere(args);
  expect({ code, stderr }).toEqual({
    code: EXIT.usage,
    stderr: 'x-mcp: The answers "/no/such/answers.json" do not exist. Nothing was started.\n',
  });
});

it("--on-input takes three ways", async () => {
  const { code, stderr } = await runHere(["call", "book", "--on-input", "guess", "-c", "x"]);
  expect(code).toBe(EXIT.usage);
  expect(stderr).toContain('--on-input takes ask, decline or fail; "guess" is none.');
});

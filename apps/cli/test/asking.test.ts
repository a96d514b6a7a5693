import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, diary, embedded, folder, lives, server } from "./support/config.js";
import { form, page, TABLE, typing } from "./support/forms.js";
import { runHere } from "./support/run-here.js";
import { over, start } from "./support/x-mcp.js";

const TRUSTED = { allowLegacy: true };

/** Calls a tool whose server asks for this, with somebody who types these lines. */
async function calling(
  request: object,
  lines: readonly string[],
  { era = "modern" }: { era?: "modern" | "legacy" } = {},
) {
  const { line, questions } = typing(...lines);
  const file = config({ a: embedded({ era, tools: ["book"], asks: [{ it: request }] }, TRUSTED) });
  const run = await runHere(["call", "a/book", "-c", file], { line, isInteractive: true });
  const [response] = run.stdout === "" ? [] : Object.values(JSON.parse(run.stdout));
  return { ...run, response, questions };
}

it.each([{ era: "modern" }, { era: "legacy" }] as const)(
  "on a terminal a form of a $era server is asked field by field, and sent when somebody says yes",
  async ({ era }) => {
    const { code, response, questions, stderr } = await calling(TABLE, ["2", "inside", "yes"], {
      era,
    });
    expect(code).toBe(EXIT.ok);
    expect(response).toEqual({ action: "accept", content: { guests: 2, place: "inside" } });
    expect(questions).toEqual([
      "guests: ",
      "place [outside]: ",
      "Send this to a? (yes, no, again) ",
    ]);
    expect(stderr.split("\n")).toEqual([
      "a asks for input:",
      "  | Which table?",
      expect.stringContaining("!decline says no"),
      "[1/2] guests (Guests), required: a whole number, 1 to 8",
      "[2/2] place, optional: one of these",
      "  1. inside",
      "  2. outside",
      "",
    ]);
  },
);

it.each([
  {
    lines: ["2", "", "yes"],
    content: { guests: 2, place: "outside" },
    name: "an empty line takes the default",
  },
  {
    lines: ["2", "!skip", "yes"],
    content: { guests: 2 },
    name: "an optional field can be left out",
  },
  {
    lines: ["2", "1", "yes"],
    content: { guests: 2, place: "inside" },
    name: "an option has a number",
  },
  {
    lines: ["2", "1", "again", "3", "2", "yes"],
    content: { guests: 3, place: "outside" },
    name: "again begins anew",
  },
  {
    lines: ["2", "1", "what?", "3", "2", "yes"],
    content: { guests: 3, place: "outside" },
    name: "what is no answer begins anew",
  },
])("$name", async ({ lines, content }) => {
  const { response } = await calling(TABLE, lines);
  expect(response).toEqual({ action: "accept", content });
});

it("what does not fit is asked for again, and why is told", async () => {
  const lines = ["", "!skip", "many", "2.5", "9", "8", "garden", "3", "2", "yes"];
  const { response, stderr, questions } = await calling(TABLE, lines);
  expect(response).toEqual({ action: "accept", content: { guests: 8, place: "outside" } });
  expect(questions).toHaveLength(lines.length);
  expect(stderr.match(/That does not fit: it .*/g)).toEqual([
    "That does not fit: it has no value, and is required.",
    "That does not fit: it has no value, and is required.",
    "That does not fit: it is not a number.",
    "That does not fit: it is not a whole number.",
    "That does not fit: it is 9, and the most is 8.",
    "That does not fit: it is none of the options.",
    "That does not fit: it is none of the options.",
  ]);
});

it("every kind of field can be typed", async () => {
  const options = { type: "string", enum: ["3", "1", "2"] };
  const fields = {
    mail: { type: "string", format: "email" },
    ratio: { type: "number" },
    loud: { type: "boolean", default: false },
    level: options,
    days: {
      type: "array",
      items: {
        anyOf: [
          { const: "mo", title: "Monday" },
          { const: "tu", title: "Tuesday" },
        ],
      },
    },
    remark: { type: "string" },
  };
  const lines = ["ada@example.com", "-1.5e2", "Yes", "3", "tu, 1", "x", "yes"];
  const { response, stderr } = await calling(form(fields), lines);
  expect(response).toEqual({
    action: "accept",
    content: {
      mail: "ada@example.com",
      ratio: -150,
      loud: true,
      level: "3",
      days: ["tu", "mo"],
      remark: "x",
    },
  });
  expect(stderr).toContain("text, an e-mail address");
  expect(stderr).toContain("  1. mo (Monday)");
});

it.each([
  { lines: ["!decline"], action: "decline" },
  { lines: ["2", "!cancel"], action: "cancel" },
  { lines: ["2", "1", "no"], action: "decline" },
  { lines: ["2", "1", "!cancel"], action: "cancel" },
  { lines: ["2"], action: "cancel" },
])("$lines sends nothing but $action", async ({ lines, action }) => {
  const { code, response } = await calling(TABLE, lines);
  expect({ code, response }).toEqual({ code: EXIT.ok, response: { action } });
});

it("a page is shown whole, with its host and what is suspicious, and only yes agrees", async () => {
  const url = "http://xn--bnk-ula.example:8080/login?token=abcdef";
  const agreed = await calling(page(url), ["", "y", "yes"]);
  expect(agreed.response).toEqual({ action: "accept" });
  expect(agreed.questions).toHaveLength(3);
  expect(agreed.stderr.split("\n")).toEqual([
    "a asks you to visit a page:",
    "  | Sign in.",
    `  URL   ${url}`,
    "  host  xn--bnk-ula.example:8080",
    expect.stringContaining("http:"),
    expect.stringContaining("look like another"),
    "",
  ]);
  expect((await calling(page(url), ["no"])).response).toEqual({ action: "decline" });
  expect((await calling(page(url), [])).response).toEqual({ action: "cancel" });
});

it("two requests of one round are asked one after the other", async () => {
  const { line, questions } = typing("Ada", "yes", "Bob", "yes");
  const asks = [
    { one: form({ first: { type: "string" } }), two: form({ second: { type: "string" } }) },
  ];
  const file = config({ a: embedded({ tools: ["book"], asks }) });
  const { stdout } = await runHere(["call", "book", "-c", file], { line, isInteractive: true });
  expect(questions.map((question) => question.split(/[:?]/)[0])).toEqual([
    "first",
    "Send this to a",
    "second",
    "Send this to a",
  ]);
  expect(JSON.parse(stdout).two).toEqual({ action: "accept", content: { second: "Bob" } });
});

it("--on-input ask reads from a pipe, one line a question", async () => {
  const pidFile = join(folder(), "diary");
  const file = config({ a: server({ tools: ["book"], asks: [{ table: TABLE }], pidFile }) });
  const child = start(["call", "a/book", "--on-input", "ask", "-c", file]);
  const ended = over(child);
  child.stdin?.write("2\ninside\nyes\nnot read any more\n");
  const { code, stdout } = await ended;
  expect(code).toBe(EXIT.ok);
  expect(JSON.parse(stdout).table).toMatchObject({ content: { guests: 2, place: "inside" } });
  expect(diary(pidFile).pids.filter(lives)).toEqual([]);
});

it.each([
  { signal: "SIGINT", code: 130, era: "modern" },
  { signal: "SIGTERM", code: 143, era: "legacy" },
] as const)(
  "$signal while a $era server waits for somebody to type ends with $code, and no server is left",
  async ({ signal, code, era }) => {
    const pidFile = join(folder(), "diary");
    const script = { era, tools: ["book"], asks: [{ table: TABLE }], pidFile };
    const child = start([
      ...["call", "a/book", "--on-input", "ask", "--json", "-c"],
      config({ a: server(script, TRUSTED) }),
    ]);
    let asked = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      asked += String(chunk);
      if (asked.endsWith("guests: ")) child.kill(signal);
    });
    let stdout = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      stdout += String(chunk);
    });
    expect(await once(child, "close")).toEqual([code, null]);
    expect(stdout).toBe("");
    expect(diary(pidFile).pids.filter(lives)).toEqual([]);
  },
);

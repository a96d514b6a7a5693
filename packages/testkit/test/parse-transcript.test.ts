import { expect, test } from "vitest";
import { loadCase, parseTranscript, type Step } from "../src/index.js";

function stepsOf(text: string): readonly Step[] {
  return parseTranscript(text).lifetimes[0]?.steps ?? [];
}

test.each<[string, object]>([
  ['> {"id":1,"method":"a"}', { type: "await", message: { id: 1, method: "a" } }],
  ['< {"id":1}', { type: "write", text: '{"id":1}' }],
  ["< Starting up ... ", { type: "write", text: "Starting up ... " }],
  ["<  indented", { type: "write", text: " indented" }],
  ["<", { type: "write", text: "" }],
  ['<< "\\uFEFF{\\r\\n"', { type: "write_raw", text: "\uFEFF{\r\n" }],
  ["2> fatal: no key", { type: "log", text: "fatal: no key" }],
  ["~ 1500", { type: "wait", ms: 1500 }],
  ["% 1", { type: "pieces", bytes: 1 }],
  ["!", { type: "exit", code: undefined }],
  ["! 3", { type: "exit", code: 3 }],
  ["-", { type: "closed" }],
])("%j is one step", (line, step) => {
  expect(stepsOf(line)).toEqual([{ ...step, line: 1 }]);
});

test("the comment at the head says what it is about, later ones do not", () => {
  const transcript = parseTranscript(
    "# One thing,\n# and another.\n\n$ deaf\n# not this\n~ 1",
    "x",
  );
  expect(transcript).toMatchObject({
    name: "x",
    about: "One thing, and another.",
    traits: ["deaf"],
    lifetimes: [{ steps: [{ type: "wait", line: 6 }], standing: [] }],
  });
});

test("every + begins a lifetime, and the first may be left out", () => {
  const three = parseTranscript("~ 1\n+\n~ 2\n+\n~ 3");
  expect(three.lifetimes.map(({ steps }) => steps)).toMatchObject([
    [{ ms: 1 }],
    [{ ms: 2 }],
    [{ ms: 3 }],
  ]);
  expect(parseTranscript("+\n~ 1").lifetimes).toHaveLength(1);
  expect(parseTranscript("").lifetimes).toEqual([{ steps: [], standing: [] }]);
});

test("what stands behind a * is its answer, up to the next * or +", () => {
  const [lifetime] = parseTranscript(
    '> {"id":1,"method":"a"}\n* {"id":1,"method":"b"}\n~ 1\n! 2\n* {"method":"c"}\n+',
  ).lifetimes;
  expect(lifetime).toMatchObject({
    steps: [{ type: "await" }],
    standing: [
      { message: { method: "b" }, steps: [{ type: "wait" }, { type: "exit", code: 2 }], line: 2 },
      { message: { method: "c" }, steps: [] },
    ],
  });
});

test("= ends a transcript with any JSON, and null is not the same as nothing", () => {
  expect(parseTranscript('= {"verdict":"modern"}').expected).toEqual({ verdict: "modern" });
  expect(parseTranscript("= null").expected).toBeNull();
  expect(parseTranscript("~ 1").expected).toBeUndefined();
});

test("line ends may be CRLF", () => {
  const text = '# About.\r\n> {"id":1,"method":"a"}\r\n< x\r\n= 1\r\n';
  expect(parseTranscript(text)).toMatchObject({
    about: "About.",
    lifetimes: [{ steps: [{ type: "await" }, { type: "write", text: "x" }] }],
    expected: 1,
  });
});

test.each([
  ["hello", "x:1 begins with no mark: hello."],
  ["> {}\n>{}", 'x:2 needs a space behind ">".'],
  ["> tools/list", "x:1 is not JSON behind its mark"],
  ["> [1]", "x:1 needs a JSON object."],
  ['> {"id":null}', "x:1 has an id that no client may use"],
  ['> {"id":1.5}', "x:1 has an id that no client may use"],
  ['> {"method":1}', "x:1 has a method that is not a string."],
  ["<< text", "x:1 is not JSON behind its mark"],
  ["<< 1", "x:1 needs a JSON string."],
  ["~ soon", "x:1 needs an integer of at least 0."],
  ["~ -1", "x:1 needs an integer of at least 0."],
  ["% 0", "x:1 needs an integer of at least 1."],
  ["! 256", "x:1 needs an exit code of at most 255."],
  ["- now", "x:1 has something behind a mark that stands alone."],
  ["+ 1", "x:1 has something behind a mark that stands alone."],
  ["$ quick", "x:1 names no trait; there are deaf, "],
  ["+\n$ deaf", "x:2 is a trait: those stand before all else."],
  ["= {", "x:1 is not JSON behind its mark"],
  ["= 1\n~ 1", 'x:2 stands behind "=", which ends a transcript.'],
  ["! 1\n~ 1", 'x:2 stands behind "!": open anew with "+" first.'],
  ["-\n< x", 'x:2 stands behind "-": open anew with "+" first.'],
  ["* modern\n< x", "x:2 is a step of no answer: it follows a whole server."],
  ["* ancient", "x:1 is not JSON behind its mark"],
  [`< \${1}`, 'x:1 has a placeholder for id 1, which no ">" before it has.'],
  [`> {"id":1,"method":"a"}\n2> \${"1"}`, 'x:2 has a placeholder for id "1"'],
  [
    `* {"id":1,"method":"a"}\n+\n* {"id":2,"method":"b"}\n< \${1}`,
    "x:4 has a placeholder for id 1",
  ],
])("%j is refused, with the line", (text, message) => {
  expect(() => parseTranscript(text, "x")).toThrow(
    expect.objectContaining({
      code: "invalid_transcript",
      message: expect.stringContaining(message),
    }),
  );
});

test("what only looks like a placeholder is text", () => {
  const text = `\${HOME} \${ 1 } $1 \${}`;
  expect(stepsOf(`< ${text}`)).toMatchObject([{ text }]);
});

test("a case that is not there is named, with those that are like it", () => {
  expect(() => loadCase("E4-nothing")).toThrow(
    expect.objectContaining({
      code: "unknown_case",
      message:
        'There is no case "E4-nothing". There are E4, E4-legacy-only, E4-no-list, E4-unknown.',
    }),
  );
  expect(() => loadCase("../package")).toThrow(expect.objectContaining({ code: "unknown_case" }));
});

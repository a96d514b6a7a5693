import { expect, test } from "vitest";
import { parseConfig } from "../src/index.js";

/** The environment of a server whose `envFile` has this text. */
function read(text: string): object {
  const file = JSON.stringify({ mcpServers: { files: { command: "a", envFile: ".env" } } });
  const { servers } = parseConfig(file, { file: "mcp.json", env: {}, readEnvFile: () => text });
  const [server] = servers;
  return server?.type === "stdio" ? server.env : {};
}

test.each([
  ["A=1\nB=2", { A: "1", B: "2" }],
  ["A=1\r\nB=2\r\n", { A: "1", B: "2" }],
  ["A=1\rB=2\r", { A: "1", B: "2" }],
  ["\uFEFFA=1\nB=2", { A: "1", B: "2" }],
  ["\uFEFF# A=0\n \t\n\n\t A=1 \t", { A: "1" }],
  ["A=1\nA=2", { A: "2" }],
])(
  "K4: lines end as they do anywhere, and blank ones and a byte order mark are nothing: %j",
  (text, variables) => {
    expect(read(text)).toEqual(variables);
  },
);

test.each([
  ["A=", { A: "" }],
  ["A=\nB=2", { A: "", B: "2" }],
  ["A=   \nB=2", { A: "", B: "2" }],
  ["A=''\nB=\"\"\nC=``", { A: "", B: "", C: "" }],
  ["A= # of nothing\nB=#", { A: "", B: "" }],
])("K4: an empty value is empty, and takes nothing of the next line: %j", (text, variables) => {
  expect(read(text)).toEqual(variables);
});

test.each([
  ["export A=1", { A: "1" }],
  ["  export\tA = 1", { A: "1" }],
  ["export=1\nexportA=2", { export: "1", exportA: "2" }],
  ["A: 1\nB:2", { A: "1", B: "2" }],
  ["A=b=c==\nB=http://x:1/?d=e\nC:d=e", { A: "b=c==", B: "http://x:1/?d=e", C: "d=e" }],
  ["a.b-c=1\n1A=2\nÄ=3", { "a.b-c": "1", "1A": "2", Ä: "3" }],
  ["A\n=1\n:2\nB c\n;D=1", { ";D": "1" }],
])("K4: a name is what stands before the first = or :, without export: %j", (text, variables) => {
  expect(read(text)).toEqual(variables);
});

test.each([
  ["# A=1\n  # B=2\nC=3#4\nD=5 # 6", { C: "3", D: "5" }],
  ["A='b # c' # d\nB=\"c # d\"#e\nC=`d # e`", { A: "b # c", B: "c # d", C: "d # e" }],
  ['A={"b": "c # d"} # e', { A: '{"b": "c # d"}' }],
  ["A=it's # not a comment\nB=2 # one", { A: "it's # not a comment", B: "2" }],
])("K4: a # begins a comment where it is in no quotes: %j", (text, variables) => {
  expect(read(text)).toEqual(variables);
});

test.each([
  ["A=' b '\nB=\" c \"\nC=` d `\nD= e f ", { A: " b ", B: " c ", C: " d ", D: "e f" }],
  ["A=\"b\\nc\\r\\t\"\nB='c\\nd'\nC=d\\ne", { A: "b\nc\r\\t", B: "c\\nd", C: "d\\ne" }],
  [`A='say "b"'\nB="it's"\nC=\`"it's"\``, { A: 'say "b"', B: "it's", C: `"it's"` }],
  ['A="b\\"c"\nB="C:\\dir\\"', { A: 'b\\"c', B: "C:\\dir\\" }],
  ["A='b' c\nB=c 'd'\nC='d''e'", { A: "'b' c", B: "c 'd'", C: "d''e" }],
  ['A="b\nB=c', { A: '"b', B: "c" }],
])(
  "K4: quotes around a value are taken off, and stay where they are within it: %j",
  (text, variables) => {
    expect(read(text)).toEqual(variables);
  },
);

test.each([
  ['A="b\nc" # d\nB=2', { A: "b\nc", B: "2" }],
  [
    "A='-----BEGIN\r\nb==\r\nC=d\r\n-----END'\r\nB=2",
    { A: "-----BEGIN\nb==\nC=d\n-----END", B: "2" },
  ],
  ["A=`b\n# c\n`", { A: "b\n# c\n" }],
  ["A='b\nC='d'\nB=2", { A: "'b", C: "d", B: "2" }],
])("a value in quotes may go over several lines: %j", (text, variables) => {
  expect(read(text)).toEqual(variables);
});

test("a line separator of Unicode ends no line", () => {
  expect(read("A=b\u2028c=d\nB='x\u2029y'")).toEqual({ A: "b\u2028c=d", B: "x\u2029y" });
});

test("a long text with quotes that nothing ends is read in no time", () => {
  const lines = ["A='x", 'B="y', "C=`z"].join("\n");
  expect(Object.keys(read(`${lines}\n`.repeat(20_000)))).toEqual(["A", "B", "C"]);
});

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, diary, embedded, folder } from "./support/config.js";
import { runHere } from "./support/run-here.js";

/** What is in a folder, by name. */
function filesIn(path: string): Readonly<Record<string, string>> {
  const names = readdirSync(path).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name), "utf8")]));
}

async function call(...words: readonly string[]) {
  const cwd = folder();
  const file = config({ a: embedded({ tools: ["chart", "echo", "fail"] }) });
  const run = await runHere(["call", ...words, "-c", file], { cwd: () => cwd });
  return { ...run, files: filesIn(cwd) };
}

it.each(["pipe", "terminal"] as const)(
  "an image is never printed on a %s: a line says what it is, and how to save it",
  async (stdoutIs) => {
    const file = config({ a: embedded({ tools: ["chart"] }) });
    expect(await runHere(["call", "chart", "-c", file], { stdoutIs })).toEqual({
      code: EXIT.ok,
      stdout: "Sales by month.\n[image image/png, 7 bytes]\n",
      stderr: "--output FILE saves it.\n",
    });
  },
);

it("--output saves the image of a tool, and what is text is printed beside it", async () => {
  const { code, stdout, stderr, files } = await call("chart", "--output", "chart.png");
  expect({ code, stdout, stderr, files }).toEqual({
    code: EXIT.ok,
    stdout: "Sales by month.\n[image image/png, 7 bytes]\n",
    stderr: 'Saved 7 bytes of "image/png" in "chart.png".\n',
    files: { "chart.png": "piece 1" },
  });
});

it("several pieces are saved in files with numbers", async () => {
  const { files } = await call("chart", "pieces:=2", "--output", "my.chart.png");
  expect(files).toEqual({
    "my.chart-1.png": "piece 1",
    "my.chart-2.png": "piece 2",
    "my.chart-3.png": "raw",
  });
  const { files: bare } = await call("chart", "pieces:=2", "--output", ".hidden");
  expect(Object.keys(bare)).toEqual([".hidden-1", ".hidden-2", ".hidden-3"]);
});

it("where all is text, that is saved and not printed", async () => {
  const { code, stdout, files } = await call("echo", "text=x", "--output", "out.txt");
  expect({ code, stdout, files }).toEqual({
    code: EXIT.ok,
    stdout: "",
    files: { "out.txt": '{"text":"x"}\n' },
  });
});

it("of a tool that failed nothing is saved, and what it says is printed", async () => {
  const { code, stdout, files } = await call("fail", "--output", "out.txt");
  expect({ code, stdout, files }).toEqual({
    code: EXIT.toolFailed,
    stdout: "the disk is full\n",
    files: {},
  });
});

it("what is no Base64 ends it with 5, and nothing is saved; a file that cannot be written with 2", async () => {
  const broken = await call("chart", "broken:=true", "--output", "chart.png");
  expect(broken).toMatchObject({ code: EXIT.toolFailed, stdout: "", files: {} });
  expect(broken.stderr).toContain("is not Base64");
  const nowhere = await call("chart", "--output", "none/chart.png");
  expect(nowhere).toMatchObject({ code: EXIT.usage, stdout: "", files: {} });
  expect(nowhere.stderr).toContain("its folder does not exist");
});

it("a tool is not called where what it gives cannot be saved", async () => {
  const pidFile = join(folder(), "diary");
  writeFileSync(pidFile, "");
  const file = config({ a: embedded({ tools: ["chart"], pidFile }) });
  for (const to of [folder(), join(folder(), "none", "chart.png")]) {
    const run = await runHere(["call", "a/chart", "--output", to, "-c", file]);
    expect(run).toMatchObject({ code: EXIT.usage, stdout: "" });
    expect(run.stderr).toContain("Nothing was started.");
  }
  expect(diary(pidFile)).toEqual({ pids: [], called: [] });
});

it("--output saves what a prompt has beside its texts", async () => {
  const cwd = folder();
  const data = Buffer.from("logo").toString("base64");
  const messages = [
    { role: "user", content: { type: "text", text: "Look:" } },
    { role: "user", content: { type: "image", mimeType: "image/png", data } },
  ];
  const file = config({ a: embedded({ prompts: [{ name: "look" }], messages }) });
  const args = ["prompt", "look", "-c", file];
  const plain = await runHere(args);
  expect(plain.stderr).toBe("--output FILE saves it.\n");
  const run = await runHere([...args, "--output", "logo.png"], { cwd: () => cwd });
  expect(run).toMatchObject({ code: EXIT.ok, stdout: plain.stdout });
  expect(filesIn(cwd)).toEqual({ "logo.png": "logo" });
});

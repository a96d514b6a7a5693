import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { toolsText } from "../src/tools-text.js";
import { config, embedded } from "./support/config.js";
import { runHere } from "./support/run-here.js";

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

it("prints a result that is nested 30,000 levels deep", async () => {
  const file = config({ a: embedded({ tools: ["deep"] }) });
  for (const format of [[], ["--json"]]) {
    const { code, stdout, stderr } = await runHere(["call", "deep", ...format, "--config", file]);
    expect({ code, stderr }).toEqual({ code: EXIT.ok, stderr: "" });
    expect(stdout.replaceAll(/\s/g, "")).toContain(nested(30_000));
  }
});

it("leaves out a tool that is nested too deep, and lists the others", async () => {
  const file = config({ a: embedded({ tools: ["deepSchema", "echo"] }) });
  for (const command of [["doctor"], ["doctor", "--json"], ["tools"], ["tools", "--json"]]) {
    const { code, stdout, stderr } = await runHere([...command, "--config", file]);
    expect(code).toBe(EXIT.ok);
    expect(`${stdout}${stderr}`).toContain("deepSchema");
    expect(`${stdout}${stderr}`).toMatch(/is left out: it is nested/);
  }
});

it("refuses arguments that are nested too deep with exit code 2, and sends nothing", async () => {
  const file = config({ a: embedded({ tools: ["echo"] }) });
  const args = ["call", "echo", "--config", file];
  const asJson = await runHere([...args, "--args", `{"text": ${nested(20_000)}}`]);
  expect(asJson).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(asJson.stderr).toContain("x-mcp: --args is nested more than 512 levels deep.\n");
  const asPair = await runHere([...args, `tags=${nested(20_000)}`]);
  expect(asPair).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(asPair.stderr).toBe(
    'x-mcp: The argument "tags" is nested more than 512 levels deep. Nothing was sent.\n',
  );
  const fits = await runHere([...args, `free:=${nested(511)}`]);
  expect(fits).toEqual({ code: EXIT.ok, stdout: `{"free":${nested(511)}}\n`, stderr: "" });
});

it("prints a line each for 150,000 tools", () => {
  const tools = Array.from({ length: 150_000 }, (_, index) => ({
    name: `tool${index}`,
    server: "a",
    localName: `tool${index}`,
    description: null,
    signature: "",
    inputSchema: {},
  }));
  const asItIs = (text: string): string => text;
  const layout = { width: 80, bold: asItIs, dim: asItIs };
  expect(toolsText(tools, layout).split("\n", 3)).toEqual([
    "a: 150000 tools",
    "  tool0()",
    "  tool1()",
  ]);
});

it("is not led astray by a schema of unions that refer to themselves: the value stays a text", async () => {
  const file = config({ a: embedded({ tools: ["maze"] }) });
  const run = await runHere(["call", "maze", "way=12", "--config", file]);
  expect(run).toMatchObject({ code: EXIT.ok, stdout: "12\n" });
  expect(run.stderr).toContain("not checked by the whole schema of maze");
});

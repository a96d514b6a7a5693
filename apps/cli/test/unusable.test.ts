import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, folder } from "./support/config.js";
import { runHere } from "./support/run-here.js";

const UNSET = "$" + "{UNSET}";

it("K4: a server that cannot be resolved is unavailable with file, line and field, and the others are opened", async () => {
  const file = config({
    bad: embedded({}, { env: { TOKEN: UNSET } }),
    good: embedded({ tools: ["echo"] }),
  });
  const { code, stdout, stderr } = await runHere(["doctor", "--json", "-c", file]);
  expect({ code, stderr }).toEqual({ code: EXIT.partial, stderr: "" });
  const { servers } = JSON.parse(stdout);
  expect(servers).toMatchObject([
    {
      name: "bad",
      status: "unavailable",
      era: "unknown",
      revision: null,
      reason: "unusable",
      evidence: [],
      tools: 0,
      problems: [{ code: "unresolved_variable", file, line: 1, field: "env.TOKEN" }],
    },
    { name: "good", status: "ready", tools: 1 },
  ]);
  const text = await runHere(["doctor", "-c", file]);
  expect(text.stdout).toContain("bad: unavailable (unusable)\n");
  expect(text.stdout).toContain("env.TOKEN: the variable UNSET is not set; set it");
});

it("other commands remark on it and go on", async () => {
  const file = config({
    bad: embedded({}, { env: { TOKEN: UNSET } }),
    good: embedded({ tools: ["echo"], prompts: [{ name: "p" }], resources: [], contents: {} }),
  });
  for (const [command, expected] of [
    [["tools"], EXIT.partial],
    [["names"], EXIT.partial],
    [["prompts"], EXIT.partial],
    [["resources"], EXIT.partial],
    [["tools", "good/"], EXIT.ok],
    [["call", "echo"], EXIT.ok],
    [["call", "good", "echo"], EXIT.ok],
  ] as const) {
    const { code, stderr } = await runHere([...command, "-c", file]);
    expect(code).toBe(expected);
    expect(stderr.match(/^bad cannot be used: .*env\.TOKEN.*$/gm)).toHaveLength(1);
  }
});

it("where no server can be used, it ends as a mistake in the configuration does", async () => {
  const file = config({ bad: embedded({}, { env: { TOKEN: UNSET } }) });
  for (const command of ["doctor", "tools", "names", "prompts", "resources"]) {
    expect((await runHere([command, "-c", file])).code).toBe(EXIT.usage);
  }
});

it("config shows it among what is in effect", async () => {
  const file = config({ bad: { command: "node", env: { TOKEN: UNSET } } });
  const { code, stdout } = await runHere(["config", "-c", file]);
  expect(code).toBe(EXIT.ok);
  expect(stdout).toContain(`unusable     bad, ${file}:1, env.TOKEN: the variable UNSET is not set`);
  const { stdout: json } = await runHere(["config", "--json", "-c", file]);
  expect(JSON.parse(json).unusable).toMatchObject([
    { name: "bad", problems: [{ file, field: "env.TOKEN" }] },
  ]);
});

it("an envFile that is not there is a problem of its server alone, and one that is there is read", async () => {
  const at = folder();
  writeFileSync(join(at, "good.env"), "TOKEN=from-a-file\n");
  const file = config({
    bad: embedded({}, { envFile: join(at, "none.env") }),
    good: embedded({ tools: ["env"] }, { envFile: join(at, "good.env") }),
  });
  const { code, stdout } = await runHere(["doctor", "--json", "-c", file]);
  expect(code).toBe(EXIT.partial);
  expect(JSON.parse(stdout).servers).toMatchObject([
    { name: "bad", problems: [{ code: "unreadable_env_file", field: "envFile" }] },
    { name: "good", status: "ready" },
  ]);
});

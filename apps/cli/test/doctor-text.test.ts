import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";

const SECRET = "tok-51f0a7c2";

it("P2: prints for people the last 20 lines of a server that died, one by one, harmless and without secrets", async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  lines[20] = `    at ${SECRET} \u202e`;
  const file = config({
    dead: server({ stderr: lines.join("\n"), exit: 3 }, { env: { TOKEN: SECRET } }),
  });
  const { code, stdout } = await runHere(["doctor", "--config", file]);
  expect(code).toBe(EXIT.unavailable);
  const [, said = ""] = stdout.split("  stderr    ");
  expect(said.split("\n")).toEqual([
    "line 10",
    ...lines.slice(11, 20).map((line) => `            ${line}`),
    "                at [TOKEN] \\u202e",
    ...lines.slice(21).map((line) => `            ${line}`),
    "",
  ]);
});

it("prints for people a block a server, with remedy, evidence and what was left out", async () => {
  const file = config({
    good: embedded({ tools: ["echo", "broken"] }),
    dead: server({ stderr: "fatal: \u001b[31mmissing\u001b[0m API_KEY", exit: 3 }),
    env: embedded({}, { autoApprove: [] }),
  });
  const { code, stdout, stderr } = await runHere(["doctor", "--config", file]);
  expect(code).toBe(EXIT.partial);
  expect(stdout).toContain("good: ready\n  era       modern, revision 2026-07-28\n  tools     1\n");
  expect(stdout).toMatch(/^dead: unavailable \(\w+\)\n {2}era {7}unknown\n/m);
  expect(stdout).toMatch(/^ {2}evidence {2}\d+ ms: server\/discover 2026-07-28 -> process exited/m);
  expect(stdout).toMatch(/^Left out:\n {2}- Tool "broken" of server "good" is left out/m);
  expect(stdout).not.toContain("\u001b");
  expect(stderr).toContain("env: not read: autoApprove.");
});

it("says once, not twice, why a server could not be opened", async () => {
  const file = config({ gone: { command: "/no/such" } });
  const { stdout } = await runHere(["doctor", "--config", file]);
  expect(stdout.match(/no\/such/g)).toHaveLength(1);
  expect(stdout).not.toContain("evidence");
});

it("a pattern of include that lets nothing in is remarked on, where the whole list is known", async () => {
  const tools = { include: ["echo", "sea*", "serch", "broken", "fail"], exclude: ["fail"] };
  const file = config({
    good: embedded({ tools: ["echo", "search", "broken", "fail"] }, { tools }),
    half: embedded({ tools: ["echo"], loop: true }, { tools: { include: ["later"] } }),
  });
  for (const command of ["doctor", "tools"]) {
    const { stderr } = await runHere([command, "--config", file]);
    const remarks = stderr.split("\n").filter((line) => line.includes("tools.include"));
    expect(remarks).toEqual([
      'good: "serch" in tools.include lets in none of its tools.',
      'good: "fail" in tools.include lets in none of its tools.',
    ]);
  }
});

import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, folder, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { onTerminal } from "./support/terminal.js";

const ESCAPE = "\u001b[";
const LEGACY = { era: "legacy", tools: ["echo"] } as const;

const four = (): string =>
  config({
    notes: server({ tools: ["echo", "broken"] }),
    tickets: server(LEGACY),
    dead: server({ stderr: "reading\nfatal: missing API_KEY", exit: 3 }),
    gone: { command: "/no/such" },
  });

it("doctor has a line a server on a terminal, then what is wrong and what to do, in 24 lines of its width", async () => {
  const screen = { columns: 100, hasColours: false };
  const { code, stdout } = await runHere(["doctor", "-c", four()], { screen });
  expect(code).toBe(EXIT.partial);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBeLessThan(24);
  expect(lines.filter(({ length }) => length > 100)).toEqual([]);
  expect(lines.slice(0, 5)).toEqual([
    expect.stringMatching(/^✓ {2}notes {4}modern 2026-07-28 {2}\d+ ms +1 tool$/),
    expect.stringMatching(/^✗ {2}tickets {2}unknown +\d+ ms +legacy_not_allowed$/),
    expect.stringMatching(/^✗ {2}dead {5}unknown +\d+ ms +probe_closed$/),
    expect.stringMatching(/^✗ {2}gone {5}unknown +\d+ ms +open_failed$/),
    "",
  ]);
  expect(stdout).toContain("          x-mcp allow tickets lets it be a legacy server");
  expect(stdout).toContain("          fatal: missing API_KEY\n");
  expect(stdout).toMatch(/^left out {2}Tool "broken"/m);
  expect(lines.at(-1)).toBe("1 of 4 ready. --verbose tells all that was seen.");
});

it("doctor --verbose says on a terminal what it says in a pipe", async () => {
  const screen = { columns: 80, hasColours: true };
  const file = config({ a: embedded(LEGACY) });
  const { stdout } = await runHere(["doctor", "--verbose", "-c", file], { screen });
  expect(stdout).toMatch(/^a: unavailable \(legacy_not_allowed\)\n {2}era {7}unknown\n/);
  expect(stdout).not.toContain(ESCAPE);
});

it("lists are tables that fit the terminal, with whole names", async () => {
  const name = "n".repeat(70);
  const description = "what it is for ".repeat(9).trim();
  const file = config({
    a: embedded({
      prompts: [{ name, description }, { name: "short" }],
      resources: [{ uri: `x:${name}`, name: "r", description }],
    }),
  });
  for (const command of ["prompts", "resources"]) {
    const screen = { columns: 60, hasColours: false };
    const { stdout } = await runHere([command, "-c", file], { screen });
    const lines = stdout.split("\n");
    expect(lines.filter(({ length }) => length > 60)).toEqual([]);
    expect(stdout.match(/n{8,}/g)?.length).toBeGreaterThan(1);
    expect(stdout).toMatch(/ what it is for$/m);
  }
});

it("there are colours on a terminal, and none with NO_COLOR, on a dumb one or in a pipe", async () => {
  const file = config({ a: server({ tools: ["echo"] }) });
  const [plain, none, dumb] = await Promise.all(
    [{}, { NO_COLOR: "1" }, { TERM: "dumb" }].map(
      (env) => onTerminal(["doctor", "-c", file], { env }).ended,
    ),
  );
  expect(plain?.code).toBe(EXIT.ok);
  expect(plain?.shown).toContain(`${ESCAPE}32m✓${ESCAPE}39m`);
  expect(none?.shown).toMatch(/^✓ {2}a {2}modern 2026-07-28 /m);
  expect(none?.shown).not.toContain(`${ESCAPE}32m`);
  expect(dumb?.shown).toContain("a: ready\r\n");
  expect((await runHere(["doctor", "-c", file])).stdout).not.toContain(ESCAPE);
});

it("a password that a file asks for is not shown on the terminal, and allow asks there", async () => {
  const file = config(
    { a: server(LEGACY, { env: { TOKEN: "$" + "{input:token}" } }) },
    { inputs: [{ id: "token", type: "promptString", password: true }] },
  );
  const overlay = `${folder()}/overlay.json`;
  const run = onTerminal(["allow", "a", "-c", file, "--overlay", overlay]);
  await run.shows(/token \(hidden\): /);
  run.type("tok-51f0a7c2\r");
  await run.shows(/\(yes, no\) /);
  run.type("yes\r");
  const { code, shown } = await run.ended;
  expect(code).toBe(EXIT.ok);
  expect(shown).toContain("a may be a legacy server, as long as");
  expect(shown).not.toContain("tok-51f0a7c2");
});

import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";

const SECRET = 'sk-"live\\-ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const COMMANDS = [["doctor"], ["doctor", "--json"], ["tools"], ["tools", "--json"]];

/** A variable as a configuration has it. */
function variable(name: string): string {
  return `\${${name}}`;
}

/** The pieces of six characters of the secret in a text, as it is or as JSON has it. */
function piecesIn(text: string): readonly string[] {
  return [SECRET, JSON.stringify(SECRET), JSON.stringify(JSON.stringify(SECRET))]
    .flatMap((form) => Array.from(form, (_, at) => form.slice(at, at + 6)))
    .filter((piece) => piece.length === 6 && text.includes(piece));
}

it.each(COMMANDS)("K5: of a secret that %s %s cuts in two nothing is shown", async (...command) => {
  // Wherever a message is cut to, one of these secrets is across that place.
  const long = Array.from({ length: 12 }, (_, index) => `${"x".repeat(index * 5)}${SECRET}`);
  const env = { TOKEN: SECRET };
  const file = config({
    ...Object.fromEntries(
      long.map((hostile, index) => [
        `refuses${index}`,
        embedded({ era: "none", hostile: `${"x".repeat(15)}${hostile}` }, { env }),
      ]),
    ),
    ...Object.fromEntries(
      long.map((hostile, index) => [
        `lists${index}`,
        embedded({ tools: ["echo"], listError: `${"x".repeat(130)}${hostile}` }, { env }),
      ]),
    ),
    tools: embedded({ tools: long.map((hostile) => `${hostile}/broken`) }, { env }),
  });
  const { stdout, stderr } = await runHere([...command, "--config", file]);
  expect(`${stdout}${stderr}`).toContain("[redacted]");
  expect(piecesIn(`${stdout}${stderr}`)).toEqual([]);
});

it("K5: a long error of a server is cut after its secrets were taken out", async () => {
  const hostile = `${"x".repeat(3900)}\n${"y ".repeat(20)}${SECRET}`;
  const file = config({
    a: embedded({ hostile, tools: ["refuseHostile"] }, { env: { TOKEN: SECRET } }),
  });
  const { code, stderr } = await runHere(["call", "refuseHostile", "--config", file]);
  expect(code).toBe(EXIT.toolFailed);
  expect(stderr).toContain("y [redacted]");
  expect(piecesIn(stderr)).toEqual([]);
});

it("D4: what a variable puts into an argument is not shown, where a server shows its arguments", async () => {
  const { args, ...rest } = server({ stderr: `started with --token=${SECRET}`, exit: 3 });
  const file = config({ a: { ...rest, args: [...args, `--token=${variable("TOKEN")}`] } });
  for (const command of COMMANDS) {
    const around = { env: { TOKEN: SECRET } };
    const { stdout, stderr } = await runHere([...command, "--config", file], around);
    expect(`${stdout}${stderr}`).toContain("started with --token=[redacted]");
    expect(piecesIn(`${stdout}${stderr}`)).toEqual([]);
  }
});

it("D4: public variables are shown, as a place has to be that is not there", async () => {
  const env = { HOME: "/home/somebody", BIN: "/no/such/server" };
  const missing = { command: variable("BIN") };
  const says = server({ stderr: "reading /home/somebody/docs", exit: 3 });
  const args = [...says.args, `${variable("HOME")}/docs`];
  const file = config({ missing, says: { ...says, args } });
  const { stdout } = await runHere(["doctor", "--config", file], { env });
  expect(stdout).toContain('"/no/such/server" could not be started');
  expect(stdout).toContain("reading /home/somebody/docs");
});

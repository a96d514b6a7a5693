import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { terminalLines } from "../src/terminal-lines.js";

/** A terminal that remembers whether it is raw, and what it showed. */
function terminal() {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => {
      modes.push(isRaw);
      return stdin;
    },
  });
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  onTestFinished(() => {
    stdin.destroy();
    stderr.destroy();
  });
  let interrupts = 0;
  const interrupt = (): void => {
    interrupts += 1;
  };
  const lines = terminalLines({ stdin, stderr, interrupt });
  return { lines, stdin, stderr, modes, interrupts: () => interrupts };
}

const never = new AbortController().signal;

it("K6: a question leaves the terminal as it was", async () => {
  const { lines, stdin, modes, stderr } = terminal();
  const first = lines.line("name: ", never);
  stdin.write("Ada\r");
  expect(await first).toBe("Ada");
  expect(modes).toEqual([true, false]);
  const second = lines.line("again: ", never);
  stdin.write("Bob\r");
  expect(await second).toBe("Bob");
  expect(modes).toEqual([true, false, true, false]);
  lines.close();
  stderr.end();
  expect(await text(stderr)).toMatch(/name: .*again: /s);
});

it("K6: a question that is given up leaves the terminal as it was", async () => {
  const { lines, modes } = terminal();
  const controller = new AbortController();
  const asked = lines.line("name: ", controller.signal);
  controller.abort();
  await expect(asked).rejects.toThrow();
  expect(modes).toEqual([true, false]);
});

it("ctrl-C interrupts, and ctrl-D is the end of stdin", async () => {
  const { lines, stdin, modes, interrupts } = terminal();
  const asked = lines.line("name: ", never);
  stdin.write("\u0003");
  await nextTurn();
  expect(interrupts()).toBe(1);
  stdin.write("\u0004");
  expect(await asked).toBeUndefined();
  expect(modes).toEqual([true, false]);
});

it("lines of a pipe are kept from one question to the next, and its end is told", async () => {
  const stdin = new PassThrough();
  const lines = terminalLines({ stdin, stderr: new PassThrough(), interrupt: () => {} });
  stdin.end("Ada\nBob\nlast");
  expect(await lines.line("1: ", never)).toBe("Ada");
  expect(await lines.line("2: ", never)).toBe("Bob");
  expect(await lines.line("3: ", never)).toBe("last");
  expect(await lines.line("4: ", never)).toBeUndefined();
  lines.close();
});

it("a question to a pipe can be given up", async () => {
  const lines = terminalLines({
    stdin: new PassThrough(),
    stderr: new PassThrough(),
    interrupt: () => {},
  });
  const controller = new AbortController();
  const asked = lines.line("name: ", controller.signal);
  controller.abort(new Error("over"));
  await expect(asked).rejects.toThrow("over");
  lines.close();
});

import { expect, test } from "vitest";
import { printer } from "../src/print.js";

test("a frame that is longer than the terminal is wide is cut, and says so", () => {
  const lines: string[] = [];
  const { frame } = printer({ write: (line) => lines.push(line), columns: 16, colours: "off" });
  frame("sent", "0123456789");
  frame("received", "01234567890");
  expect(lines).toEqual(["  --> 0123456789", "  <-- 012345678…"]);
});

test("a frame cannot drive the terminal", () => {
  const lines: string[] = [];
  const { frame } = printer({ write: (line) => lines.push(line), columns: 80, colours: "off" });
  frame("received", "a\u001B[2Jb\rc\u009B");
  expect(lines).toEqual(["  <-- a [2Jb c "]);
});

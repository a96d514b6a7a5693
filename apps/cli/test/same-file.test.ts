import { linkSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, folder, server } from "./support/config.js";
import { answersFile } from "./support/forms.js";
import { runHere } from "./support/run-here.js";

/** A configuration whose server leaves a trace of itself. */
function watched(): { readonly file: string; readonly started: () => boolean } {
  const pidFile = join(folder(), "diary");
  const file = config({ a: server({ tools: ["echo"], pidFile }) });
  return {
    file,
    started: () => {
      try {
        return readFileSync(pidFile, "utf8") !== "";
      } catch {
        return false;
      }
    },
  };
}

it.each(["the same name", "a symbolic link", "a hard link"])(
  "a file that is to be written and is another one, too, is refused before anything starts: %s",
  async (how) => {
    const at = folder();
    const named = (file: string, name: string): string => {
      if (how === "the same name") return file;
      const link = join(at, name);
      if (how === "a hard link") linkSync(file, link);
      else symlinkSync(file, link);
      return link;
    };
    const { file, started } = watched();
    const answers = answersFile({ a: 1 });
    for (const [args, says] of [
      [["--answers", answers, "--trace", named(answers, "1")], "--trace is to write"],
      [["--answers", answers, "--output", named(answers, "2")], "--output is to write"],
      [["--output", named(file, "3")], "--output is to write"],
      [["--trace", named(file, "4")], "it is the configuration"],
    ] as const) {
      const before = [readFileSync(file, "utf8"), readFileSync(answers, "utf8")];
      const { code, stdout, stderr } = await runHere(["call", "a/echo", "-c", file, ...args]);
      expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
      expect(stderr).toContain(says);
      expect(stderr).toContain("Nothing was started.");
      expect([readFileSync(file, "utf8"), readFileSync(answers, "utf8")]).toEqual(before);
    }
    expect(started()).toBe(false);
  },
);

it("so are a trace and an output that are not there yet, also behind a link that leads nowhere", async () => {
  const { file, started } = watched();
  const at = folder();
  const target = join(at, "out");
  symlinkSync(target, join(at, "link"));
  for (const [trace, output] of [
    [target, target],
    [join(at, "link"), target],
    [target, join(at, "link")],
  ] as const) {
    const args = ["call", "a/echo", "-c", file, "--trace", trace, "--output", output];
    const { code, stderr } = await runHere(args);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toContain("--output is to write");
  }
  expect(started()).toBe(false);
});

it("a device may be named for both", async () => {
  const { file } = watched();
  const args = ["call", "a/echo", "-c", file, "--trace", "/dev/null", "--output", "/dev/null"];
  expect((await runHere(args)).code).toBe(EXIT.ok);
});

import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { workerValidator } from "../src/index.js";
import { RUNAWAY, RUNAWAY_VALUE } from "./support/checking.js";

const ENTRY = new URL("../dist/index.js", import.meta.url).href;

/** What a host of its own prints, and how it ends. It knows the package as `validate`. */
function host(
  script: string,
  flags: readonly string[] = [],
): Promise<{ readonly code: unknown; readonly printed: string }> {
  const source = `const validate = await import(${JSON.stringify(ENTRY)});\n${script}`;
  return new Promise((resolve) => {
    const args = [...flags, "--input-type=module", "--eval", source];
    execFile(process.execPath, args, { timeout: 60_000 }, (error, printed, warned) =>
      resolve({ code: error?.code ?? 0, printed: (printed + warned).trim() }),
    );
  });
}

const CHECK =
  "console.log((await validate.workerValidator().check({ type: 'object' }, {})).verdict);";

test("nothing is started before the first check", async () => {
  const validator = workerValidator();
  expect(validator.usage().workers).toBe(0);
  const check = validator.check({}, 1);
  expect(validator.usage().workers).toBe(1);
  await check;
  await validator.close();
});

test("a second worker is started when a check would have to wait, and never a third", async () => {
  const validator = workerValidator();
  await validator.check({}, 1);
  await validator.check({}, 1);
  expect(validator.usage().workers).toBe(1);
  await Promise.all(Array.from({ length: 20 }, () => validator.check({}, 1)));
  expect(validator.usage().workers).toBe(2);
  await validator.close();
  expect(validator.usage().workers).toBe(0);
});

test("a check keeps its process alive, an idle worker does not", async () => {
  expect(await host(CHECK)).toEqual({ code: 0, printed: "valid" });
});

test("a worker has nothing of its host: no preloaded modules, no arguments", async () => {
  const preload = `data:text/javascript,${encodeURIComponent("console.log('loaded')")}`;
  expect(await host(CHECK, ["--import", preload])).toEqual({ code: 0, printed: "loaded\nvalid" });
});

test("where strings may not become code, a check is unavailable", async () => {
  const flags = ["--disallow-code-generation-from-strings"];
  expect(await host(CHECK, flags)).toEqual({ code: 0, printed: "unavailable" });
});

test("where there are no worker threads, a check is unavailable", async () => {
  const script = `process.getBuiltinModule = undefined;
    const verdict = await validate.workerValidator().check({}, 1);
    console.log(verdict.verdict, verdict.message);`;
  expect(await host(script)).toEqual({
    code: 0,
    printed: "unavailable There are no worker threads on this platform.",
  });
});

test("where workers may not be started, a check is unavailable", async () => {
  const flags = ["--permission", "--allow-fs-read=*"];
  expect(await host(CHECK, flags)).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^unavailable/),
  });
});

test("where workers do not start, all that wait are unavailable, and a later check tries again", async () => {
  const validator = workerValidator({ worker: pathToFileURL("/no/such/worker.js") });
  for (let time = 0; time < 2; time += 1) {
    const verdicts = await Promise.all([1, 2, 3].map((value) => validator.check({}, value)));
    const unavailable = {
      verdict: "unavailable",
      message: expect.stringContaining("no/such/worker"),
    };
    expect(verdicts).toEqual([unavailable, unavailable, unavailable]);
  }
  await validator.close();
});

test("close() ends what runs and what waits, and is not awaited in vain", async () => {
  const validator = workerValidator({ workers: 1, timeoutMs: 60_000 });
  const closed = { verdict: "unavailable", message: "The validator is closed." };
  await validator.check(RUNAWAY, "a");
  const checks = [validator.check(RUNAWAY, RUNAWAY_VALUE), validator.check({}, 1)];
  await Promise.all([validator.close(), validator.close()]);
  expect(await Promise.all(checks)).toEqual([closed, closed]);
  expect(await validator.check({}, 1)).toEqual(closed);
  expect(validator.usage()).toMatchObject({ workers: 0, waiting: 0 });
  await validator.close();
});

test("close() while a worker starts leaves nothing", async () => {
  const validator = workerValidator();
  const check = validator.check({}, 1);
  await validator.close();
  expect(await check).toMatchObject({ verdict: "unavailable" });
});

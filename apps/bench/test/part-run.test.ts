import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { MAIN, run } from "./program.js";
import { resultAt } from "./result.js";

const scratch = mkdtempSync(join(tmpdir(), "x-mcp-bench-test-"));
afterAll(() => rmSync(scratch, { recursive: true }));

test("with --only nothing else is run", async () => {
  const out = join(scratch, "only.json");
  const { exitCode } = await run(["--quick", "--only", "bundle", "--out", out]);
  expect(exitCode).toBe(0);
  const { samples, rows } = resultAt(out);
  expect(Object.keys(samples)).toEqual(["bundle"]);
  expect(rows.map(({ id }) => id)).toEqual(["bundle.gzippedBytes"]);
});

test("ends with exit code 1 where a scenario breaks, and goes on with the others", async () => {
  // Inside of this package, so that the copy finds its packages; one level too deep for its server.
  const copy = mkdtempSync(fileURLToPath(new URL("without-server-", MAIN)));
  try {
    const dist = fileURLToPath(new URL(".", MAIN));
    for (const file of readdirSync(dist)) {
      if (file.endsWith(".js")) copyFileSync(join(dist, file), join(copy, file));
    }
    const out = join(scratch, "broken.json");
    const args = ["--quick", "--only", "latency", "--only", "import", "--out", out];
    const { exitCode, stdout } = await run(args, pathToFileURL(`${copy}/main.js`));
    expect(exitCode).toBe(1);
    expect(stdout).toContain("latency broke\n");
    expect(resultAt(out)).toMatchObject({
      broken: [{ scenario: "latency", message: expect.stringContaining("broke at latency") }],
      samples: { import: expect.anything() },
    });
  } finally {
    rmSync(copy, { recursive: true });
  }
});

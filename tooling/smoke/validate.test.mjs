import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const entry = join(import.meta.dirname, "../../packages/validate/dist/index.js");

test("the built validator checks every dialect in its workers, and ends a check that does not end", async () => {
  const { workerValidator } = await import(pathToFileURL(entry).href);
  const validator = workerValidator({ compileTimeoutMs: 60_000 });
  try {
    for (const $schema of [
      "https://json-schema.org/draft/2020-12/schema",
      "https://json-schema.org/draft/2019-09/schema",
      "http://json-schema.org/draft-07/schema#",
      "http://json-schema.org/draft-06/schema#",
    ]) {
      const schema = { $schema, type: "object", required: ["name"] };
      assert.equal((await validator.check(schema, { name: 1 })).verdict, "valid");
      assert.equal((await validator.check(schema, {})).verdict, "invalid");
    }
    const runaway = validator.check({ pattern: "^(a+)+$" }, `${"a".repeat(40)}!`);
    assert.equal((await validator.check({ type: "object" }, {})).verdict, "valid");
    assert.equal((await runaway).verdict, "timed_out");
  } finally {
    await validator.close();
  }
});

import { expect, test } from "vitest";
import { validatorOfFile } from "./support/checking.js";

/** One tool's output schema in one version, as a new object each time. */
function schemaOf(tool: number, version = 0): object {
  const properties = { [`field${tool}`]: { type: "string", minLength: version } };
  return { type: "object", properties };
}

test("a list of 100 tools that is fetched 100 times is compiled once a tool", async () => {
  const validator = validatorOfFile({ workers: 1 });
  for (let time = 0; time < 100; time += 1) {
    const checks = Array.from({ length: 100 }, (_, tool) =>
      validator.check({ ...schemaOf(tool) }, { [`field${tool}`]: "x" }),
    );
    const verdicts = await Promise.all(checks);
    expect(verdicts.every(({ verdict }) => verdict === "valid")).toBe(true);
  }
  expect(validator.usage()).toEqual({ workers: 1, waiting: 0, schemas: 100, compilations: 100 });
});

test("schemas that change with every list are released by the worker", async () => {
  const validator = validatorOfFile({ workers: 1, maxSchemas: 10 });
  for (let version = 0; version < 30; version += 1) {
    for (let tool = 0; tool < 5; tool += 1) {
      await validator.check({ ...schemaOf(tool, version) }, {});
      expect(validator.usage().schemas).toBeLessThanOrEqual(10);
    }
  }
  expect(validator.usage()).toMatchObject({ schemas: 10, compilations: 150 });
});

test("what is used stays, what was used least recently goes", async () => {
  const validator = validatorOfFile({ workers: 1, maxSchemas: 2 });
  for (const tool of [1, 2, 1, 3, 1]) await validator.check({ ...schemaOf(tool) }, {});
  expect(validator.usage().compilations).toBe(3);
  await validator.check({ ...schemaOf(2) }, {});
  expect(validator.usage().compilations).toBe(4);
});

test("large schemas count for more: together they are bounded as well", async () => {
  const validator = validatorOfFile({ workers: 1 });
  const description = "x".repeat(200_000);
  for (let n = 0; n < 10; n += 1) await validator.check({ description, minimum: n }, n);
  expect(validator.usage()).toMatchObject({ schemas: 4, compilations: 10 });
});

test("a schema that is bad is found to be so once", async () => {
  const validator = validatorOfFile({ workers: 1 });
  for (let time = 0; time < 3; time += 1) {
    expect(await validator.check({ type: "strin" }, {})).toMatchObject({ verdict: "bad_schema" });
  }
  expect(validator.usage().compilations).toBe(1);
});

test("a check goes to the worker that holds its schema", async () => {
  const validator = validatorOfFile({ workers: 2 });
  await Promise.all([
    validator.check({ ...schemaOf(1) }, {}),
    validator.check({ ...schemaOf(2) }, {}),
  ]);
  for (let time = 0; time < 5; time += 1) {
    for (const tool of [2, 1]) await validator.check({ ...schemaOf(tool) }, {});
  }
  expect(validator.usage().compilations).toBe(2);
});

import { expect, test } from "vitest";
import { ValidateError, workerValidator } from "../src/index.js";

test.each([
  ["workers", 0],
  ["timeoutMs", -1],
  ["compileTimeoutMs", 1.5],
  ["restMs", Number.NaN],
  ["memoryMb", Number.POSITIVE_INFINITY],
  ["maxSchemas", "10"],
  ["maxValueCharacters", null],
])("%s of %s is refused by name", (name, value) => {
  const create = () => workerValidator({ [name]: value });
  expect(create).toThrow(ValidateError);
  expect(create).toThrow(expect.objectContaining({ code: "invalid_option", fault: "local" }));
  expect(create).toThrow(name);
});

import { FAILURE } from "./documents/common.js";
import { either, type Shape } from "./documents/shape.js";

/**
 * The JSON Schema of what a command prints with `--json`: its answer, or what is wrong. Where it prints lines,
 * each of them is such a document.
 */
export function documentSchema(command: string, answer: Shape): Shape {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `x-mcp ${command} --json`,
    ...either(answer, FAILURE),
  };
}

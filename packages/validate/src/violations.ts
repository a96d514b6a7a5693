import { excerpt } from "@x/wire";
import type { ErrorObject } from "ajv";
import type { Violation } from "./verdict.js";

const MOST = 10;
const LONGEST_PATH = 200;

/** What is said of a value that does not match: at most 10 violations, each of bounded length. */
export function violations(errors: readonly ErrorObject[] | null | undefined): Violation[] {
  return (errors ?? []).slice(0, MOST).map((error) => ({
    path: pathWithin(error.instancePath),
    message: excerpt(inWords(error)),
  }));
}

/** A pointer that is cut is still one: to what holds the place. */
function pathWithin(pointer: string): string {
  return pointer.length <= LONGEST_PATH
    ? pointer
    : pointer.slice(0, pointer.lastIndexOf("/", LONGEST_PATH));
}

/** The validator's sentence, and what it leaves out of it: which property, which values. */
function inWords({
  keyword,
  message = `does not match "${keyword}"`,
  params,
}: ErrorObject): string {
  switch (keyword) {
    case "additionalProperties":
      return `${message}: ${JSON.stringify(params["additionalProperty"])}`;
    case "unevaluatedProperties":
      return `${message}: ${JSON.stringify(params["unevaluatedProperty"])}`;
    case "enum":
      return `${message}: ${JSON.stringify(params["allowedValues"])}`;
    case "const":
      return `${message}: ${JSON.stringify(params["allowedValue"])}`;
    default:
      return message;
  }
}

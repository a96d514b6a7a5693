import { isItems, type JsonValue } from "./json-value.js";

const LONGEST_QUOTE = 60;

/** A text from the file in double quotes, with control characters escaped, cut to 60 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);
}

/** What kind of value something is: "an array". Never the value: it could be a secret. */
export function kindOf(value: JsonValue | undefined): string {
  if (value === undefined) {
    return "nothing";
  }
  if (value === null || typeof value === "boolean") {
    return `${value}`;
  }
  if (typeof value === "string") {
    return value === "" ? "an empty string" : "a string";
  }
  return typeof value === "number" ? "a number" : isItems(value) ? "an array" : "an object";
}

/** A value of a field that never holds a secret, as the file has it; for the rest its kind. */
export function shown(value: JsonValue | undefined): string {
  if (typeof value === "string") {
    return quoted(value);
  }
  return typeof value === "number" ? `${value}` : kindOf(value);
}

/**
 * A path inside a server, as people write it: `args[2]`, `env.TOKEN`, `env["A B"]`.
 *
 * A name with `=`, `:` or a space in it is cut there: whoever wrote `TOKEN=secret` as the name of a
 * variable must not read the secret in an error.
 */
export function pathOf(steps: readonly PropertyKey[]): string {
  return steps
    .map((step, index) => {
      if (typeof step === "number") {
        return `[${step}]`;
      }
      const text = String(step);
      if (/^[\w$-]+$/.test(text)) {
        return index === 0 ? text : `.${text}`;
      }
      const [head = ""] = text.split(/[=:\s\0]/, 1);
      return `[${quoted(head === text ? text : `${head}…`)}]`;
    })
    .join("");
}

/** The platform's code of a failure, in brackets: it says why, where the message may say more. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^[A-Z][A-Z0-9_]*$/.test(code) ? ` (${code})` : "";
}

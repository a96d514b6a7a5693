import type { JsonMembers } from "./json-value.js";

/** A name that an object has more than once, as it stands the second time. */
export interface RepeatedName {
  readonly name: string;
  /** Where it stands the last time. */
  readonly line: number;
  readonly message: string;
}

/**
 * Names that are there more than once, each reported once. `JSON.parse` would silently keep the last.
 *
 * @param fold gives equal strings for names that count as the same; by default only equal names do.
 */
export function repeatedNames(
  object: JsonMembers,
  fold: (name: string) => string = (name) => name,
): readonly RepeatedName[] {
  const byName = new Map<string, { name: string; lines: number[] }>();
  for (const { name, line } of object.members) {
    const lines = byName.get(fold(name))?.lines ?? [];
    byName.set(fold(name), { name, lines: [...lines, line] });
  }
  return [...byName.values()]
    .filter(({ lines }) => lines.length > 1)
    .map(({ name, lines }) => ({
      name,
      line: lines.at(-1) ?? 1,
      message: `declared ${lines.length} times, in lines ${lines.join(", ")}; keep one`,
    }));
}

/** What is wrong with the name of an environment variable, if anything. */
export function environmentNameProblem(name: string): string | undefined {
  return name === "" || name === "__proto__" || /[=\0]/.test(name)
    ? "expected a name that is not empty, has no `=` and no NUL and is not `__proto__`"
    : undefined;
}

/** What is wrong with the name of a header (RFC 9110, section 5.1), if anything. */
export function headerNameProblem(name: string): string | undefined {
  return name === "__proto__" || !/^[!#$%&'*+.^_`|~\w-]+$/.test(name)
    ? "expected a header name: letters, digits and !#$%&'*+.^_`|~- only, and not `__proto__`"
    : undefined;
}

/** What is wrong with the value of a header, if anything. */
export function headerValueProblem(text: string): string | undefined {
  return /[\0\r\n]/.test(text)
    ? "expected a text without line ends and NUL characters, found one in it"
    : undefined;
}

/**
 * What is wrong with the name of a server, if anything. A `/` separates a server from its tool in
 * `<server>/<tool>`, so a name that has one could hide another server's tools.
 */
export function serverNameProblem(name: string): string | undefined {
  if (name === "") {
    return "expected a name, found an empty string";
  }
  if (name.includes("/")) {
    return "expected a name without `/`, which separates a server from its tool; rename it";
  }
  return /\p{Cc}/u.test(name) ? "expected a name without control characters; rename it" : undefined;
}

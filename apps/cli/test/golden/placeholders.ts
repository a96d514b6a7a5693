import process from "node:process";

/** What differs from one machine and run to the next, where it stands, and what is written in its place. */
const VARYING: readonly (readonly [pattern: RegExp, placeholder: string])[] = [
  // As JSON: whole milliseconds, and those of a trace with one decimal.
  [/"(elapsedMs|atMs)": \d+(?=,|\n|$)/g, '"$1": {ms}'],
  [/"(at|latencyMs)": \d+(?:\.\d)?(?=,|\n|$)/g, '"$1": {ms}'],
  [/"at":\d+(?:\.\d)?(?=,)/g, '"at":{ms}'],
  // As text.
  [/\bnothing within \d+ ms\b/g, "nothing within {ms} ms"],
  [/^( {2}elapsed {3})\d+ ms$/gm, "$1{ms} ms"],
  [/^( {2}evidence +)\d+ ms: /gm, "$1{ms} ms: "],
  [/\bran out after \d+ ms\b/g, "ran out after {ms} ms"],
  // A column as wide as its widest number.
  [/((?:unknown|\d{4}-\d\d-\d\d) +)\d+ ms +/g, "$1{ms} ms  "],
  // A trace, where times end below each other.
  [/^ *\d+\.\d ms {2}/gm, "  {ms} ms  "],
  [/\bafter \d+(?:\.\d)? ms,/g, "after {ms} ms,"],
  // A port that was cut.
  [/(http:\/\/127\.0\.0\.1:)\d+…/g, "$1{port}…"],
  [/("xMcpVersion": ?)"\d+\.\d+\.\d+"/g, '$1"{version}"'],
  [/^\d+\.\d+\.\d+$/gm, "{version}"],
  [/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "{date}"],
];

/** What is told of a machine that is busy, and of nothing else. */
const BUSY = /Still waiting for [^\r\n]*\.\r?\n/g;

/**
 * A text with placeholders in place of what varies; `known` are this run's own words for it, such as the path of its
 * folder, by their placeholders.
 */
export function withPlaceholders(text: string, known: ReadonlyMap<string, string>): string {
  const named = [...known].reduce(
    (all, [placeholder, words]) => all.replaceAll(words, placeholder),
    text.replaceAll(process.execPath, "{node}"),
  );
  return VARYING.reduce(
    (all, [pattern, placeholder]) => all.replaceAll(pattern, placeholder),
    named,
  );
}

/** The same without what a machine that is busy makes the program say. */
export function withoutHaste(text: string): string {
  return text.replaceAll(BUSY, "");
}

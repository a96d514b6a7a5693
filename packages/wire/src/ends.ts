import { skipSpace, trimSpace } from "./json-space.js";

/** What the two ends of a text say about it before any of it is parsed. */
export type Ends =
  /** Nothing but white space. */
  | { readonly type: "blank" }
  /** Has the first and the last character of a JSON value, and has to be parsed. */
  | { readonly type: "json" }
  /** Surely not JSON; `why` is a clause that says by what. */
  | { readonly type: "not_json"; readonly why: string };

/**
 * Judges a text by its first and last characters.
 *
 * A peer can write lines that are no messages without end, and a parser that throws costs far more
 * than one that accepts. So only what could be JSON is parsed: white space and digits aside, finding
 * out takes the same time for a text of any length.
 */
export function endsOf(text: string): Ends {
  const start = skipSpace(text, 0);
  if (start === text.length) return BLANK;
  const end = trimSpace(text, start);
  const first = text[start];
  switch (first) {
    case "{":
      return text[end - 1] === "}" ? JSON_ENDS : CUT_OBJECT;
    case "[":
      return text[end - 1] === "]" ? JSON_ENDS : CUT_ARRAY;
    case '"':
      return end - start > 1 && text[end - 1] === '"' ? JSON_ENDS : CUT_STRING;
    default:
      return isWord(text, start, end) || isNumber(text, start, end) ? JSON_ENDS : NO_VALUE;
  }
}

const LONGEST_WORD = "false".length;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

const BLANK: Ends = { type: "blank" };
const JSON_ENDS: Ends = { type: "json" };
const CUT_OBJECT: Ends = notJson('it begins with "{" and does not end with "}"');
const CUT_ARRAY: Ends = notJson('it begins with "[" and does not end with "]"');
const CUT_STRING: Ends = notJson("it begins with a quote and does not end with one");
const NO_VALUE: Ends = notJson("no JSON value begins like this");

function notJson(why: string): Ends {
  return { type: "not_json", why };
}

function isWord(text: string, start: number, end: number): boolean {
  if (end - start > LONGEST_WORD) return false;
  const word = text.slice(start, end);
  return word === "true" || word === "false" || word === "null";
}

function isNumber(text: string, start: number, end: number): boolean {
  const first = text[start] ?? "";
  return (first === "-" || (first >= "0" && first <= "9")) && NUMBER.test(text.slice(start, end));
}

import { printParseErrorCode, visit } from "jsonc-parser";
import { configError } from "./config-error.js";
import type { JsonItem, JsonMember, JsonValue } from "./json-value.js";

/** What is being read, and not yet closed. */
type Container = { readonly items: JsonItem[] } | { readonly members: JsonMember[] };

const DEEPEST = 256;

const STRING =
  "a string on one line in double quotes, with a backslash written as two, control characters escaped";
const EXPECTED: Partial<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  PropertyNameExpected: "a name in double quotes",
  ColonExpected: '":" after a name',
  CommaExpected: '"," or the closing bracket',
  CloseBraceExpected: '"," or "}" after a member',
  CloseBracketExpected: '"," or "]" after a value',
  EndOfFileExpected: "the end of the text",
  UnexpectedEndOfComment: 'a comment that ends with "*/"',
  UnexpectedEndOfNumber: "a number with digits around its point and after its `e`",
  UnexpectedEndOfString: STRING,
  InvalidUnicode: STRING,
  InvalidEscapeCharacter: STRING,
  InvalidCharacter: STRING,
};
const ESCAPE_OR_FAULT = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\|[^ -\uffff]/g;

/**
 * Reads JSON (RFC 8259) as editors write it: comments and trailing commas are passed over, and so is
 * a leading byte order mark. Nesting deeper than 256 is refused.
 *
 * @throws ConfigError `not_json` with line and column of the first fault. Its message never quotes the
 * text, apart from single punctuation characters: the text holds secrets.
 */
export function readJson(text: string, file: string): JsonItem {
  const json = text.replace(/^\uFEFF/, "");
  const roots: JsonItem[] = [];
  const open: Container[] = [{ items: roots }];
  let named = { name: "", line: 0 };

  function add(value: JsonValue, line: number): void {
    const into = open.at(-1);
    if (into === undefined) return;
    if ("items" in into) {
      into.items.push({ value, line: line + 1 });
    } else {
      into.members.push({ ...named, value });
    }
  }

  function begin(container: Container, offset: number, line: number, column: number): void {
    // Also what keeps the parser, which recurses, from running out of stack.
    if (open.length > DEEPEST + 1) {
      fail(`at most ${DEEPEST} levels of nesting`, offset, line, column);
    }
    add(container, line);
    open.push(container);
  }

  function end(): void {
    open.pop();
  }

  function fail(expected: string, offset: number, line: number, column: number): never {
    throw configError(file, {
      code: "not_json",
      line: line + 1,
      column: column + 1,
      message: `expected ${expected}, found ${found(json[offset])}`,
    });
  }

  visit(
    json,
    {
      onObjectBegin: (offset, _, line, column) => begin({ members: [] }, offset, line, column),
      onObjectProperty: (name, _offset, _length, line) => {
        named = { name, line: line + 1 };
      },
      onObjectEnd: end,
      onArrayBegin: (offset, _, line, column) => begin({ items: [] }, offset, line, column),
      onArrayEnd: end,
      onLiteralValue: (value, _offset, _length, line) => add(value, line),
      onError: (code, offset, length, line, column) => {
        const expected =
          EXPECTED[printParseErrorCode(code)] ?? "a value, or a name in double quotes";
        const within = expected === STRING ? faultIn(json.slice(offset, offset + length)) : 0;
        fail(expected, offset + within, line, column + within);
      },
    },
    { allowTrailingComma: true },
  );
  // The parser has reported a text without a value, so there is one.
  return roots[0] ?? { value: null, line: 1 };
}

/** Where in a string that is not JSON the fault is; at its end where nothing before is one. */
function faultIn(string: string): number {
  for (const { 0: match, index } of string.matchAll(ESCAPE_OR_FAULT)) {
    if (match.length === 1) {
      return index;
    }
  }
  return string.length;
}

function found(character: string | undefined): string {
  if (character === undefined) {
    return "the end of the text";
  }
  return "{}[]:,\"'\\/#".includes(character) ? `\`${character}\`` : "something else";
}

import { configError } from "./config-error.js";
import type { JsonMember, JsonMembers, JsonValue } from "./json-value.js";

const DEEPEST = 256;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/**
 * Reads JSON (RFC 8259) strictly: no comments, no trailing commas. A leading byte order mark is
 * skipped, because editors on Windows write one. Nesting deeper than 256 is refused.
 *
 * @throws ConfigError `not_json` with line and column. Its message never quotes the text, apart from
 * single punctuation characters: the text holds secrets.
 */
export function readJson(text: string, file: string): JsonValue {
  return new JsonReader(text, file).read();
}

class JsonReader {
  readonly #text: string;
  readonly #file: string;
  #at: number;
  #line = 1;
  #lineStart: number;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
    this.#at = text.startsWith("\uFEFF") ? 1 : 0;
    this.#lineStart = this.#at;
  }

  read(): JsonValue {
    const value = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) {
      this.#fail("the end of the text");
    }
    return value;
  }

  #value(depth: number): JsonValue {
    this.#skipSpace();
    if (depth > DEEPEST) {
      this.#fail(`at most ${DEEPEST} levels of nesting`);
    }
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#array(depth);
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): JsonMembers {
    this.#at += 1;
    const members: JsonMember[] = [];
    if (this.#takes("}")) {
      return { members };
    }
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') {
        this.#fail(
          members.length === 0
            ? 'a name in double quotes or "}"'
            : "another name in double quotes (no comma after the last member)",
        );
      }
      const line = this.#line;
      const name = this.#string();
      if (!this.#takes(":")) {
        this.#fail('":" after a name');
      }
      members.push({ name, value: this.#value(depth + 1), line });
    } while (this.#takes(","));
    if (!this.#takes("}")) {
      this.#fail('"," or "}" after a member');
    }
    return { members };
  }

  #array(depth: number): readonly JsonValue[] {
    this.#at += 1;
    const values: JsonValue[] = [];
    if (this.#takes("]")) {
      return values;
    }
    do {
      values.push(this.#value(depth + 1));
    } while (this.#takes(","));
    if (!this.#takes("]")) {
      this.#fail('"," or "]" after a value');
    }
    return values;
  }

  #string(): string {
    const start = this.#at;
    this.#at += 1;
    while (this.#text[this.#at] !== '"') {
      if (this.#at >= this.#text.length || this.#text.charCodeAt(this.#at) < 0x20) {
        this.#fail("a closing quote on the same line (control characters are escaped in JSON)");
      }
      if (this.#text[this.#at] !== "\\") {
        this.#at += 1;
        continue;
      }
      ESCAPE.lastIndex = this.#at;
      if (!ESCAPE.test(this.#text)) {
        this.#fail("a JSON escape after a backslash (write a backslash itself as two)");
      }
      this.#at = ESCAPE.lastIndex;
    }
    this.#at += 1;
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  #number(): number {
    NUMBER.lastIndex = this.#at;
    const digits = NUMBER.exec(this.#text)?.[0];
    if (digits === undefined) {
      return this.#fail("a value");
    }
    this.#at += digits.length;
    return Number(digits);
  }

  #word<Value extends boolean | null>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) {
      this.#fail("a value");
    }
    this.#at += word.length;
    return value;
  }

  #takes(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) {
      return false;
    }
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    for (; ; this.#at += 1) {
      const character = this.#text[this.#at];
      const endsLine =
        character === "\n" || (character === "\r" && this.#text[this.#at + 1] !== "\n");
      if (endsLine) {
        this.#line += 1;
        this.#lineStart = this.#at + 1;
      } else if (character !== " " && character !== "\t" && character !== "\r") {
        return;
      }
    }
  }

  #fail(expected: string): never {
    throw configError(this.#file, {
      code: "not_json",
      line: this.#line,
      column: this.#at - this.#lineStart + 1,
      message: `expected ${expected}, found ${this.#found()}`,
    });
  }

  #found(): string {
    const character = this.#text[this.#at];
    if (character === undefined) {
      return "the end of the text";
    }
    if (character === "/" || character === "#") {
      return "a comment, which JSON does not have";
    }
    return "{}[]:,\"'\\".includes(character) ? `\`${character}\`` : "something else";
  }
}

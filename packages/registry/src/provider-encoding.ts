import type { ProviderProfile } from "./provider-profile.js";

/** The end of a canonical name in a provider's alphabet. */
interface EncodedEnd {
  /** Never longer than the provider allows; whole characters of the name. */
  readonly text: string;
  /** Whether it is the whole name. */
  readonly isWhole: boolean;
}

/**
 * Writes as much of the end of a name as the provider's length allows.
 *
 * From the last character to the first, each takes the first of its forms that the alphabet allows
 * and that {@link decode} reads as this character, given what comes after it. So decoding gives the
 * name back whatever is in it, and what is not ambiguous stays as it is. The cost is bounded by the
 * provider's length, not by that of the name.
 */
export function encodeEnd(name: string, profile: ProviderProfile): EncodedEnd {
  let text = "";
  let start = name.length;
  while (start > 0) {
    const character = lastCharacter(name, start);
    start -= character.length;
    const form =
      start === 0
        ? fitting(character, text, profile.firstCharacter, readFirst)
        : fitting(character, text, profile.otherCharacters, readNext);
    if (form.length + text.length > profile.maxLength) {
      return { text, isWhole: false };
    }
    text = form + text;
  }
  return { text, isWhole: true };
}

/** Reads what {@link encodeEnd} wrote. Reads other strings too: to tell, encode what it gives. */
export function decode(text: string): string {
  let name = "";
  let rest = text;
  for (let read = readFirst; rest !== ""; read = readNext) {
    const { character, length } = read(rest);
    name += character;
    rest = rest.slice(length);
  }
  return name;
}

/** Longest first: a run of `_` is read from the left. */
const SHORT_FORMS: readonly (readonly [character: string, form: string])[] = [
  [".", "___"],
  ["/", "__"],
];

/** Any character by its code point, which is at most 10ffff. */
const ESCAPED = /^_0x(10[0-9a-f]{4}|[0-9a-f]{2,5})_/;

/** The same for a first character, where a provider does not allow `_` there. */
const ESCAPED_FIRST = /^x_0x(10[0-9a-f]{4}|[0-9a-f]{2,5})_/;

interface Reading {
  readonly character: string;
  /** How much of the text it took. */
  readonly length: number;
}

type Read = (text: string) => Reading;

function lastCharacter(name: string, end: number): string {
  const pair = name.slice(Math.max(0, end - 2), end);
  return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : name.charAt(end - 1);
}

function fitting(character: string, after: string, allowed: RegExp, read: Read): string {
  const fits = (form: string) => {
    if (!allowed.test(form === character ? character : form.charAt(0))) {
      return false;
    }
    const reading = read(form + after);
    return reading.character === character && reading.length === form.length;
  };
  if (fits(character)) {
    return character;
  }
  const escaped = `_0x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}_`;
  const short = SHORT_FORMS.find(([of]) => of === character)?.[1] ?? escaped;
  return [short, escaped].find(fits) ?? `x${escaped}`;
}

function readFirst(text: string): Reading {
  return readEscape(text, ESCAPED_FIRST) ?? readNext(text);
}

function readNext(text: string): Reading {
  if (text.startsWith("_")) {
    const escaped = readEscape(text, ESCAPED);
    if (escaped !== undefined) {
      return escaped;
    }
    for (const [character, form] of SHORT_FORMS) {
      if (text.startsWith(form)) {
        return { character, length: form.length };
      }
    }
  }
  const character = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return { character, length: character.length };
}

function readEscape(text: string, pattern: RegExp): Reading | undefined {
  const match = pattern.exec(text);
  const code = match?.[1];
  return match === null || code === undefined
    ? undefined
    : { character: String.fromCodePoint(Number.parseInt(code, 16)), length: match[0].length };
}

import type { Challenge } from "@x/connection";

/**
 * Reads the challenges of a `WWW-Authenticate` or `Proxy-Authenticate` header, in the order received.
 *
 * Several headers of one name come joined by commas. What cannot be read is passed over and the rest
 * is kept; nothing a server sends makes this throw. Of parameters with one name the first counts.
 * Two things that servers do are taken as they are meant: an unquoted value with any visible
 * characters in it, such as a URL, and white space where a comma belongs. At most 8,192 characters,
 * 64 challenges and 64 parameters of each are read.
 *
 * Specification: {@link https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 RFC 9110, 11.6.1}
 */
export function parseChallenges(value: string | undefined): readonly Challenge[] {
  if (value === undefined) return [];
  const text = bounded(value);
  const drafts: Draft[] = [];
  let draft: Draft | undefined;
  let at = 0;
  while (at < text.length) {
    const separator = match(SEPARATOR, text, at);
    const param = match(PARAM, text, at);
    const scheme = match(SCHEME, text, at);
    if (separator !== undefined) {
      at += separator[0].length;
    } else if (param !== undefined) {
      if (draft !== undefined) addParam(draft, param);
      at += param[0].length;
    } else if (scheme !== undefined) {
      if (drafts.length === MOST) break;
      const [whole, name = "", token68] = scheme;
      draft = { scheme: name.toLowerCase(), params: new Map(), token68 };
      drafts.push(draft);
      at += whole.length;
    } else {
      at += match(ELEMENT, text, at)?.[0].length ?? 1;
    }
  }
  return drafts.map(toChallenge);
}

interface Draft {
  readonly scheme: string;
  readonly params: Map<string, string>;
  readonly token68: string | undefined;
}

const MOST = 64;
const LONGEST = 8192;

const SEPARATOR = /[\s,]+/y;
/** `name=value` or `name="value"`. */
const PARAM = /([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))(?=[\s,]|$)/y;
/** A scheme and, where it has that instead of parameters, its token68. */
const SCHEME = /([\w!#$%&'*+.^`|~-]+)(?: +([\w.~+/-]+=*)(?=\s*(?:,|$))|(?=[\s,]|$))/y;
/** Up to a comma that is in no quotes, or to the end. */
const ELEMENT = /(?:[^",]|"(?:[^"\\]|\\.)*"|"[\s\S]*)+/y;
const QUOTED_PAIR = /\\(.)/g;

/** The text as far as it is read: cut behind an element that is whole. */
function bounded(value: string): string {
  if (value.length <= LONGEST) return value;
  const lastComma = value.lastIndexOf(",", LONGEST);
  return value.slice(0, Math.max(0, lastComma));
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function addParam({ params }: Draft, [, name = "", quoted, bare = ""]: RegExpExecArray): void {
  const key = name.toLowerCase();
  if (params.has(key) || params.size === MOST) return;
  params.set(key, quoted === undefined ? bare : quoted.replace(QUOTED_PAIR, "$1"));
}

function toChallenge({ scheme, params, token68 }: Draft): Challenge {
  const challenge = { scheme, params: Object.fromEntries(params) };
  return token68 === undefined ? challenge : { ...challenge, token68 };
}

import { excerpt } from "@x/wire";
import { HttpTransportError } from "./http-transport-error.js";

/** Headers by name. */
export interface OperatorHeaders {
  readonly [name: string]: string;
}

/**
 * Checks the headers that the operator wants on every request, and puts their names in lower case.
 *
 * @throws HttpTransportError `invalid_header` where a name is no token of HTTP or comes twice, or a
 * value has a character that no header can carry; `reserved_header` where the transport or the HTTP
 * library sets that header.
 */
export function checkedHeaders(headers: OperatorHeaders): OperatorHeaders {
  const checked = new Map<string, string>();
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase();
    const shown = `"${excerpt(given)}"`;
    if (!TOKEN.test(name)) {
      throw invalid(
        `The header name ${shown} is not a token of HTTP; use letters, digits and "-".`,
      );
    }
    if (RESERVED.test(name)) {
      throw new HttpTransportError(
        `The header ${shown} is set by the transport itself; leave it out.`,
        { code: "reserved_header" },
      );
    }
    if (checked.has(name)) {
      throw invalid(`The header ${shown} is given twice, in two spellings; leave one out.`);
    }
    if (typeof value !== "string" || UNSENDABLE.test(value)) {
      throw invalid(
        `The value of the header ${shown} has a character that no header can carry, such as a line end; take it out.`,
      );
    }
    checked.set(name, value);
  }
  return Object.fromEntries(checked);
}

/**
 * Makes a function that puts `[name]` where the value of the operator's header `name` would stand in a
 * text that came from the server: a server may echo what it was sent.
 *
 * Looks for values of six characters or more; of `Bearer x`, and of any scheme in `Authorization`, for
 * what is behind the scheme; of `Cookie` for each cookie's value; and for all of them as they would
 * stand in JSON. A text may have been cut: six characters or more at its end that are the beginning of
 * a value are replaced too. Shorter values are too common in ordinary text.
 */
export function redactor(headers: OperatorHeaders): (text: string) => string {
  const markers = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    for (const secret of secretsOf(name.toLowerCase(), value.trim())) {
      if (secret.length < SHORTEST) continue;
      markers.set(secret, `[${name}]`);
      markers.set(JSON.stringify(secret).slice(1, -1), `[${name}]`);
    }
  }
  if (markers.size === 0) return (text) => text;
  // The longest first: one value may be the beginning of another.
  const secrets = [...markers.keys()].sort((a, b) => b.length - a.length);
  const whole = secrets.map(escaped).join("|");
  const uncut = new RegExp(whole, "g");
  return (text) => {
    const cut = longestCut(text, secrets);
    // Where a value is cut, no whole one that begins there can be longer.
    const pattern = cut === undefined ? uncut : new RegExp(`${escaped(cut.part)}$|${whole}`, "g");
    const cutMarker = markers.get(cut?.secret ?? "") ?? "";
    return text.replace(pattern, (found) => markers.get(found) ?? cutMarker);
  };
}

const SHORTEST = 6;

/** RFC 9110, 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const RESERVED =
  /^(?:accept|connection|content-length|content-type|expect|host|keep-alive|last-event-id|mcp-.*|te|trailer|transfer-encoding|upgrade)$/;
/** RFC 9110, 5.5: all but tab, what is visible in ASCII, space, and the upper half of Latin-1. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

function invalid(message: string): HttpTransportError {
  return new HttpTransportError(message, { code: "invalid_header" });
}

/** What of a header's value is to be kept secret. `name` is in lower case. */
function secretsOf(name: string, value: string): readonly string[] {
  switch (name) {
    case "cookie":
      return value.split(";").map((cookie) => cookie.slice(cookie.indexOf("=") + 1).trim());
    case "authorization":
    case "proxy-authorization":
      return [value.replace(/^\S+\s+/, "")];
    default:
      return [value.replace(/^bearer\s+/i, "")];
  }
}

/** The longest beginning of a secret, but not all of it, that the text ends with. */
function longestCut(
  text: string,
  secrets: readonly string[],
): { readonly part: string; readonly secret: string } | undefined {
  let longest: { readonly part: string; readonly secret: string } | undefined;
  const last = text.charCodeAt(text.length - 1);
  for (const secret of secrets) {
    const atLeast = Math.max(SHORTEST, (longest?.part.length ?? 0) + 1);
    for (let length = secret.length - 1; length >= atLeast; length -= 1) {
      if (secret.charCodeAt(length - 1) !== last) continue;
      const part = secret.slice(0, length);
      if (!text.endsWith(part)) continue;
      longest = { part, secret };
      break;
    }
  }
  return longest;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

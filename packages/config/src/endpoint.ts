/**
 * What keeps a text from being the URL of a server, if anything. Never quotes the text.
 *
 * Credentials before the host are refused, not moved into a header: whoever sees the URL sees them, and
 * it is shown, logged and compared as what tells one server from another.
 */
export function endpointProblem(text: string): string | undefined {
  if (!/^https?:\/\/[^\s/\\?#]\S*$/i.test(text)) {
    return "expected a URL that begins with http:// or https:// and has no spaces, found another text";
  }
  // The part up to the first of these is what WHATWG's URL takes for user, password, host and port.
  const [, authority = ""] = /^\w+:\/\/([^/\\?#]*)/.exec(text) ?? [];
  return authority.includes("@")
    ? 'expected a URL without a user name and password; pass them in `headers`, such as `"Authorization": "Basic ..."`'
    : undefined;
}

/**
 * The values in the query of a URL, which are to be treated as secrets: each as written, as a URL parser
 * writes it again, and as a server reads it. A part without `=` is a value.
 */
export function queryValues(url: string): readonly string[] {
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(url) ?? [];
  return query
    .split("&")
    .map((part) => part.slice(part.indexOf("=") + 1))
    .flatMap((value) => [
      value,
      encoded(value),
      decoded(value),
      decoded(value.replaceAll("+", " ")),
    ]);
}

/** Percent-encoded where the query of a special URL has to be (WHATWG URL, "special-query"). */
function encoded(value: string): string {
  return value.replaceAll(/[^!$-&(-;=?-~]/gu, (character) => {
    if (character === "'") return "%27";
    return /\p{Cs}/u.test(character) ? "%EF%BF%BD" : encodeURIComponent(character);
  });
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Whether a text is an absolute URI by the characters of RFC 3986; international ones have to be escaped. */
export function isUri(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text) || NOT_IN_URI.test(text)) return false;
  const hash = text.indexOf("#");
  return hash === -1 || text.indexOf("#", hash + 1) === -1;
}

const NOT_IN_URI = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/;

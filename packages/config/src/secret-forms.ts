/**
 * How a secret may be written in a text: as it is; line by line, where it has several; with a space for
 * each control or format character, as whoever makes one line of it writes it; percent-encoded, as a part
 * of a URL; and each of these as it stands inside a JSON string, and inside a JSON string in a JSON string.
 * No form twice.
 */
export function formsOf(secret: string): readonly string[] {
  const plain = [
    secret,
    ...secret.split(/\r\n|\r|\n/),
    secret.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " "),
    percentEncoded(secret),
  ];
  const once = plain.map(inJson);
  return [...new Set([...plain, ...once, ...once.map(inJson)])];
}

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // Half a character stands in no URL.
    return text;
  }
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * How a secret may be written in a text: as it is; line by line, where it has several; with a space for
 * each control or format character, as whoever makes one line of it writes it; and each of these as it
 * stands inside a JSON string, and inside a JSON string in a JSON string. No form twice.
 */
export function formsOf(secret: string): readonly string[] {
  const plain = [
    secret,
    ...secret.split(/\r\n|\r|\n/),
    secret.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " "),
  ];
  const once = plain.map(inJson);
  return [...new Set([...plain, ...once, ...once.map(inJson)])];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const LONGEST = 200;

/**
 * At most the first 200 UTF-16 code units of a text, without half a surrogate pair at the end.
 *
 * The result holds no reference to the text it was cut from, nor to what that was cut from itself:
 * engines let a slice keep its whole parent alive, and a fault that is remembered must not keep a
 * frame of many megabytes.
 */
export function excerpt(text: string): string {
  return JSON.parse(JSON.stringify(text.slice(0, lengthOfExcerpt(text)))) as string;
}

function lengthOfExcerpt(text: string): number {
  if (text.length <= LONGEST) return text.length;
  const last = text.charCodeAt(LONGEST - 1);
  const cutsPair = last >= 0xd800 && last <= 0xdbff;
  return cutsPair ? LONGEST - 1 : LONGEST;
}

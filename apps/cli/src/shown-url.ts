/**
 * A URL as it can be shown: each value in its query is `…`, and so is a part of it without `=`. A fragment,
 * which no server sees, is left out.
 *
 * It is cut up as it was written: a variable whose value is in its path is still found there, to be hidden.
 */
export function shownUrl(url: string): string {
  const [, place = "", query] = /^([^?#]*)(?:\?([^#]*))?/.exec(url) ?? [];
  if (query === undefined || query === "") return place;
  return `${place}?${query.split("&").map(shownPart).join("&")}`;
}

function shownPart(part: string): string {
  const at = part.indexOf("=");
  return at === -1 ? "…" : `${part.slice(0, at)}=…`;
}

/**
 * Whether a value is text in Base64, as browsers take it: with or without padding, white space anywhere.
 * Runs over it once, without going back; decodes nothing.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#image-content}
 */
export function isBase64(data: unknown): data is string {
  if (typeof data !== "string") return false;
  const compact = /[\t\n\f\r ]/.test(data) ? data.replace(/[\t\n\f\r ]+/g, "") : data;
  const padding = compact.endsWith("==") ? 2 : Number(compact.endsWith("="));
  const body = compact.length % 4 === 0 ? compact.slice(0, compact.length - padding) : compact;
  return body.length % 4 !== 1 && !/[^A-Za-z0-9+/]/.test(body);
}

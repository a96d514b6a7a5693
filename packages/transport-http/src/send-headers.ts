/** A header of Node's or undici's collection, whose names are in lower case; several are joined. */
export function headerIn(
  headers: { readonly [name: string]: string | readonly string[] | undefined },
  name: string,
): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === "object" ? value.join(", ") : value;
}

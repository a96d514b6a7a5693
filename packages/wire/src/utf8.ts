/** The two uses of the platform's decoder that this package makes; every platform has it. */
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

// ignoreBOM: the mark stays in the text, so that it can be reported.
const lenient = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
const strict = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8; what is not UTF-8 becomes U+FFFD, a byte order mark stays. */
export function decodeUtf8(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

/** Tells whether bytes are well-formed UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The one use of the platform's decoder that this package makes; every platform has it. */
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: false; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

// ignoreBOM: the mark stays in the text, so that it can be reported.
const lenient = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

/** What stands in the text for bytes that are not UTF-8; a peer may also have sent it itself. */
export const REPLACEMENT = "\uFFFD";

/** Decodes UTF-8; what is not UTF-8 becomes U+FFFD, a byte order mark stays. */
export function decodeUtf8(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

/**
 * Tells whether bytes are well-formed UTF-8, given the text they were decoded to.
 *
 * They are where every U+FFFD of the text is in the bytes: its own three bytes decode to it wherever
 * they stand, and whatever else becomes U+FFFD is an error. A strict decoder would throw, which a peer
 * could have as often as it likes.
 */
export function isUtf8(bytes: Uint8Array, text: string): boolean {
  let unexplained = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) === 0xfffd) unexplained += 1;
  }
  for (let at = 0; at + 2 < bytes.length; at += 1) {
    if (bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) unexplained -= 1;
  }
  return unexplained === 0;
}

/** How many bytes a text is in UTF-8; half a surrogate pair is as long as what it is replaced by. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isPair(unit, text.charCodeAt(at + 1))) {
      bytes += 2;
      at += 1;
    } else bytes += 2;
  }
  return bytes;
}

function isPair(high: number, low: number): boolean {
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}

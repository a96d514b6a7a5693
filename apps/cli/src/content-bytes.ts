import { Buffer } from "node:buffer";

/** RFC 4648, section 4; some encoders break lines, and some leave the padding out. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes that a blob stands for; nothing where it is no Base64. */
export function bytesOf(blob: string): Uint8Array | undefined {
  const digits = blob.replaceAll(/[\r\n]/g, "");
  const isWhole = digits.replace(/=+$/, "").length % 4 !== 1;
  return isWhole && BASE64.test(digits) ? Buffer.from(digits, "base64") : undefined;
}

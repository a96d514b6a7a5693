/**
 * What image these bytes are, by what they begin with; `undefined` where it is none of `ICON_TYPES`, or not
 * what is claimed. What a server or endpoint says of a type is a claim: give it to have it compared.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#icons}
 */
export function iconType(bytes: Uint8Array, claimed?: string | null): string | undefined {
  const type = BEGINNINGS.find(({ begins }) => begins(bytes))?.type;
  const [said = ""] = (claimed ?? "").toLowerCase().split(";");
  const claim = said.trim().replace(/^image\/jpg$/, "image/jpeg");
  return claim === "" || claim === type ? type : undefined;
}

const BEGINNINGS: readonly {
  readonly type: string;
  readonly begins: (bytes: Uint8Array) => boolean;
}[] = [
  { type: "image/png", begins: at(0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: "image/jpeg", begins: at(0, [0xff, 0xd8, 0xff]) },
  {
    type: "image/webp",
    begins: (bytes) =>
      at(0, [0x52, 0x49, 0x46, 0x46])(bytes) && at(8, [0x57, 0x45, 0x42, 0x50])(bytes),
  },
  { type: "image/gif", begins: at(0, [0x47, 0x49, 0x46, 0x38]) },
];

function at(offset: number, wanted: readonly number[]): (bytes: Uint8Array) => boolean {
  return (bytes) => wanted.every((byte, nth) => bytes[offset + nth] === byte);
}

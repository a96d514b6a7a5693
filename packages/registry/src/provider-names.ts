import { sortByCodePoint } from "./order.js";
import { decode, encodeEnd } from "./provider-encoding.js";
import type { ProviderProfile } from "./provider-profile.js";

/** Canonical names as a model provider accepts them, and back. No two names become one. */
export interface ProviderNames {
  /**
   * The name to give the provider. Depends on nothing but the canonical name, unless that is too
   * long and shares its hash with another one. Also answers for names that were not given, and never
   * with the name of one that was.
   */
  toProvider(canonical: string): string;
  /**
   * The canonical name that a provider's name stands for; nothing where it stands for none, or is a
   * cut one that was not given. That there is an answer does not mean that there is such a tool: ask
   * the registry.
   */
  toCanonical(name: string): string | undefined;
}

/**
 * Names tools for a model provider.
 *
 * A name is kept where the provider accepts it and it has no second reading; else `/` becomes `__`,
 * `.` becomes `___`, and any other character its code point, as in `_0x20_`. What is longer than the
 * provider allows then keeps its end, the tool's own words, and gets a hash: `…_0h3w5e11264sgsf`. So
 * does the empty name, and a name that looks like a cut one. Never throws, whatever the names are.
 *
 * @param canonicals The canonical names in use, in any order; read once. They matter to names that
 * are cut: make new ones when the registry changes.
 */
export function providerNames(
  canonicals: Iterable<string>,
  profile: ProviderProfile,
): ProviderNames {
  const providers = new Map<string, string>();
  const tooLong: string[] = [];
  for (const canonical of new Set(canonicals)) {
    const exact = encodeExactly(canonical, profile);
    if (exact === undefined) {
      tooLong.push(canonical);
    } else {
      providers.set(canonical, exact);
    }
  }
  const ranks = new Map<string, number>();
  for (const canonical of sortByCodePoint(tooLong, (name) => name)) {
    const hash = hashOf(canonical);
    const rank = ranks.get(hash) ?? 0;
    ranks.set(hash, rank + 1);
    providers.set(canonical, cut(canonical, suffixOf(hash, rank), profile));
  }
  const known = new Map([...providers].map(([canonical, name]) => [name, canonical]));
  return {
    toProvider(canonical) {
      const name = providers.get(canonical) ?? encodeExactly(canonical, profile);
      if (name !== undefined) {
        return name;
      }
      const hash = hashOf(canonical);
      return cut(canonical, suffixOf(hash, ranks.get(hash) ?? 0), profile);
    },
    toCanonical(name) {
      return known.get(name) ?? decodeExactly(name, profile);
    },
  };
}

/** No exact name ends like this and every cut one does, so that the two never meet. */
const CUT = /_0h[0-9a-z]{13}(?:_[0-9]+)?$/;

function encodeExactly(canonical: string, profile: ProviderProfile): string | undefined {
  const { text, isWhole } = encodeEnd(canonical, profile);
  return isWhole && text !== "" && !CUT.test(text) ? text : undefined;
}

function decodeExactly(name: string, profile: ProviderProfile): string | undefined {
  if (name.length > profile.maxLength) {
    return undefined;
  }
  const canonical = decode(name);
  return encodeExactly(canonical, profile) === name ? canonical : undefined;
}

/** A rank tells names with the same hash apart: of cut names no two have both in common. */
function suffixOf(hash: string, rank: number): string {
  return rank === 0 ? `_0h${hash}` : `_0h${hash}_${rank}`;
}

function cut(canonical: string, suffix: string, profile: ProviderProfile): string {
  const maxLength = profile.maxLength - suffix.length;
  const { text } = encodeEnd(canonical, { ...profile, maxLength });
  const end = text.replace(/^[^a-zA-Z]+/, "");
  return (end === "" ? "x" : end) + suffix;
}

/**
 * 64-bit FNV-1a in base 36, a step for each UTF-16 code unit: the published hash for ASCII. Kept in
 * two halves, because every product then is exact in a double.
 */
function hashOf(name: string): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let at = 0; at < name.length; at += 1) {
    const mixed = (low ^ name.charCodeAt(at)) >>> 0;
    // The prime is 2 ** 40 + 0x1b3.
    const product = mixed * 0x1b3;
    high = (high * 0x1b3 + mixed * 0x100 + Math.floor(product / 2 ** 32)) >>> 0;
    low = product >>> 0;
  }
  return ((BigInt(high) << 32n) | BigInt(low)).toString(36).padStart(13, "0");
}

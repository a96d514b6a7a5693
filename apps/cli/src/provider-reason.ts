import { type ProviderNames, type ProviderProfile, providerNames } from "@x/registry";

/** A character that a provider does not allow where it stands, and how it is written. */
interface Replacement {
  readonly character: string;
  readonly written: string;
}

/** What a tool is called at a model provider, and why. */
export interface ProviderName {
  readonly name: string;
  /**
   * `kept`: as it is. `rewritten`: some characters are written another way. `cut`: it would be too long, and
   * has its end and a hash.
   */
  readonly how: "kept" | "rewritten" | "cut";
  readonly replaced: readonly Replacement[];
  /** What the name is read back as: the canonical name. */
  readonly back: string | null;
}

/** A rewritten name never ends like a cut one. */
const CUT = /_0h[0-9a-z]{13}(?:_[0-9]+)?$/;

const MOST_REPLACED = 10;

/** What a canonical name is at a provider. */
export function providerName(
  canonical: string,
  names: ProviderNames,
  profile: ProviderProfile,
): ProviderName {
  const name = names.toProvider(canonical);
  const how = name === canonical ? "kept" : CUT.test(name) ? "cut" : "rewritten";
  const replaced = how === "kept" ? [] : replacedIn(canonical, profile);
  return { name, how, replaced, back: names.toCanonical(name) ?? null };
}

/** The same as a sentence. */
export function providerText(
  { how, replaced, back }: ProviderName,
  { name: provider, maxLength }: ProviderProfile,
): string {
  const written = replaced
    .slice(0, MOST_REPLACED)
    .map(({ character, written: as }) => `${JSON.stringify(character)} is written ${as}`)
    .join(", ");
  const home = back === null ? "It cannot be read back." : `It is read back as ${back}.`;
  switch (how) {
    case "kept":
      return `${provider} accepts it as it is. ${home}`;
    case "rewritten":
      return written === ""
        ? `Part of it would be read as another character, and is written out. ${home}`
        : `Not allowed by ${provider}: ${written}. ${home}`;
    case "cut":
      return `${provider} allows ${maxLength} characters: it has its end, and a hash.${written === "" ? "" : ` Not allowed: ${written}.`} ${home}`;
  }
}

function replacedIn(canonical: string, profile: ProviderProfile): readonly Replacement[] {
  const plain = providerNames([], profile);
  const [first = "", ...rest] = canonical;
  const atStart = profile.firstCharacter.test(first)
    ? []
    : [{ character: first, written: plain.toProvider(`${first}a`).slice(0, -1) }];
  const others = [...new Set(rest)].filter((one) => !profile.otherCharacters.test(one));
  return [
    ...atStart,
    ...others
      .filter((character) => atStart.length === 0 || character !== first)
      .map((character) => {
        return { character, written: plain.toProvider(`a${character}a`).slice(1, -1) };
      }),
  ];
}

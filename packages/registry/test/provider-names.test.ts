import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { entries, type ProviderProfile, providerNames, providerProfiles } from "../src/index.js";
import { forBothKinds, RULES } from "./fixtures.js";

const { openai, anthropic, gemini, bedrock } = providerProfiles;
const PROFILES = Object.values(providerProfiles);

/** A tool of 70 characters at a server with a name of 30. */
const LONG =
  "a-server-with-thirty-letters-x/list_all_pull_requests_of_every_repository_in_the_organization_by_date";
/** Two strings with the same 64-bit FNV-1a hash; what follows both keeps it the same. */
const [ONE, OTHER] = ["8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ"].map(
  (server) => `${server}/list_all_pull_requests_of_every_repository_in_the_organization`,
) as [string, string];

function nameOf(canonical: string, profile: ProviderProfile): string {
  return providerNames([canonical], profile).toProvider(canonical);
}

forBothKinds(({ list, started }) => {
  test.each(PROFILES)("L5: names are valid, distinct and reversible for $name", (profile) => {
    const { next } = started(
      "prefix",
      list("a-server-with-thirty-letters-x", LONG.slice(31), "has.dot", "has/slash", "has_dot"),
      list("z", LONG.slice(31), "has_dot", "has__slash", "has-dash", "has slash"),
    );
    const canonicals = entries(next).map(({ canonical }) => canonical);
    const names = providerNames([...canonicals, LONG], profile);
    const given = [...canonicals, LONG].map((canonical) => names.toProvider(canonical));
    expect(given.filter((name) => !RULES[profile.name]?.test(name))).toEqual([]);
    expect(new Set(given).size).toBe(given.length);
    expect(given.map((name) => names.toCanonical(name))).toEqual([...canonicals, LONG]);
  });
});

test.each([
  [openai, "of_every_repository_in_the_organization_by_date_0h0ei88fvob7qst"],
  [gemini, "of_every_repository_in_the_organization_by_date_0h0ei88fvob7qst"],
  [bedrock, "of_every_repository_in_the_organization_by_date_0h0ei88fvob7qst"],
  [
    anthropic,
    "a-server-with-thirty-letters-x__list_all_pull_requests_of_every_repository_in_the_organization_by_date",
  ],
])(
  "L5: a long name keeps its end and gets the same hash in every run for $name",
  (profile, name) => {
    expect(nameOf(LONG, profile)).toBe(name);
  },
);

test.each([
  ["search"],
  ["getUser"],
  ["DATA_EXPORT_v2"],
  ["disassemble_x86_64"],
  ["trailing_"],
  ["x".repeat(64)],
])("L5: %s, which every provider accepts, stays as it is", (name) => {
  expect(PROFILES.map((profile) => nameOf(name, profile))).toEqual([name, name, name, name]);
});

test.each<[string, Record<"openai" | "gemini" | "bedrock", string>]>([
  ["has/slash", { openai: "has__slash", gemini: "has__slash", bedrock: "has__slash" }],
  ["has.dot", { openai: "has___dot", gemini: "has___dot", bedrock: "has___dot" }],
  ["has-dash", { openai: "has-dash", gemini: "has-dash", bedrock: "has_0x2d_dash" }],
  ["2fa", { openai: "2fa", gemini: "_0x32_fa", bedrock: "x_0x32_fa" }],
  ["-v", { openai: "-v", gemini: "_0x2d_v", bedrock: "x_0x2d_v" }],
  ["_own", { openai: "_own", gemini: "_own", bedrock: "x_0x5f_own" }],
  ["/root", { openai: "__root", gemini: "__root", bedrock: "x_0x2f_root" }],
])("L5: %s is written with what each provider allows", (canonical, expected) => {
  expect({
    openai: nameOf(canonical, openai),
    gemini: nameOf(canonical, gemini),
    bedrock: nameOf(canonical, bedrock),
  }).toEqual(expected);
});

test.each([
  ["a space", "a b", "a_0x20_b"],
  ["a letter beyond ASCII", "größe", "gr_0xf6__0xdf_e"],
  ["a character beyond U+FFFF", "a😀", "a_0x1f600_"],
  ["a lone surrogate", "a\ud800", "a_0xd800_"],
  ["a control character", "a\u0000b", "a_0x00_b"],
  ["what reads as a slash", "a__b", "a_0x5f__b"],
  ["what reads as an escape", "a_0x20_b", "a_0x5f_0x20_b"],
  ["what reads as a first escape", "x b", "_0x78__0x20_b"],
  ["a slash before an underscore", "a/_b", "a_0x2f__b"],
  ["a dot before a slash", "a./b", "a_____b"],
  ["a slash before a dot", "a/.b", "a_0x2f____b"],
])("%s is escaped where it has to be: %s is %s", (_, canonical, name) => {
  const names = providerNames([], openai);
  expect(names.toProvider(canonical)).toBe(name);
  expect(names.toCanonical(name)).toBe(canonical);
});

test.each([
  ["the empty name", "", "x_0h33niihzj4ux45"],
  ["a name without a letter", "1".repeat(65), "x_0h2n3cbfrnge5do"],
])("%s is nothing but a hash", (_, canonical, name) => {
  const names = providerNames([canonical], openai);
  expect(names.toProvider(canonical)).toBe(name);
  expect(names.toCanonical(name)).toBe(canonical);
});

test("a name that looks like a cut one is cut itself, and not taken for it", () => {
  const cut = nameOf(LONG, openai);
  const names = providerNames([cut, LONG], openai);
  expect(names.toProvider(LONG)).toBe(cut);
  expect(names.toProvider(cut)).not.toBe(cut);
  expect(names.toCanonical(cut)).toBe(LONG);
  expect(names.toCanonical(names.toProvider(cut))).toBe(cut);
});

test.each([[[ONE, OTHER]], [[OTHER, ONE]]])(
  "long names with the same end and the same hash are told apart, in any order: %s",
  (canonicals) => {
    const names = providerNames(canonicals, openai);
    expect(names.toProvider(ONE)).toBe(
      "requests_of_every_repository_in_the_organization_0h1q5me999mtdgx",
    );
    expect(names.toProvider(OTHER)).toBe(
      "quests_of_every_repository_in_the_organization_0h1q5me999mtdgx_1",
    );
    expect(names.toCanonical(names.toProvider(ONE))).toBe(ONE);
    expect(names.toCanonical(names.toProvider(OTHER))).toBe(OTHER);
  },
);

test("a long name that was not given never gets the name of one that was", () => {
  const names = providerNames([OTHER], openai);
  expect(names.toProvider(ONE)).not.toBe(names.toProvider(OTHER));
  expect(names.toCanonical(names.toProvider(ONE))).toBeUndefined();
});

test.each([
  ["the empty name", ""],
  ["a character the provider does not allow", "files/search"],
  ["an escape where none is needed", "a_0x62_"],
  ["an escape written otherwise", "a_0x0020_b"],
  ["a surrogate pair in two halves", "a_0xd83d__0xde00_"],
  ["more than the provider allows", "x".repeat(65)],
  ["a cut name that was not given", "x_0h33niihzj4ux45"],
])("a provider's name that stands for no tool gives nothing: %s", (_, name) => {
  expect(providerNames(["search"], openai).toCanonical(name)).toBeUndefined();
});

test("a name of a tool that is not there any more still gives its canonical name", () => {
  expect(providerNames([], openai).toCanonical("files__search")).toBe("files/search");
});

test("the profiles are the providers' rules, and the README states them", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| `providerProfiles\.(\w+)` +\| `(\^\S+)` +\|/gm)];
  expect(rows.map(([, name, rule]) => [name, rule])).toEqual(
    Object.entries(RULES).map(([name, rule]) => [name, rule.source]),
  );
  expect(PROFILES.map(({ name }) => name)).toEqual(Object.keys(RULES));
  const characters = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code));
  for (const { name, maxLength, firstCharacter, otherCharacters } of PROFILES) {
    const accepts = (text: string) => RULES[name]?.test(text);
    expect([accepts("a".repeat(maxLength)), accepts("a".repeat(maxLength + 1))]).toEqual([
      true,
      false,
    ]);
    for (const character of characters) {
      expect(firstCharacter.test(character)).toBe(accepts(character));
      expect(otherCharacters.test(character)).toBe(accepts(`a${character}`));
    }
  }
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { providerNames, providerProfiles } from "../src/index.js";
import { RULES } from "./fixtures.js";

const profile = fc.constantFrom(...Object.values(providerProfiles));
/** Parts of what a name is rewritten to, so that names meet rewritten ones often. */
const part = fc.constantFrom(
  ...["_", "__", "/", ".", "-", "a", "x", "2", "0x", "_0x2d_", "_0x5f_", "x_0x", "5f_", " ", "é"],
  ...["😀", "\ud83d", "\ude00", "\u0000", "0h", "_0h33niihzj4ux45", "_1", "long_word_".repeat(5)],
);
const name = fc.oneof(
  { weight: 4, arbitrary: fc.array(part, { maxLength: 6 }).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 80 }) },
  { weight: 1, arbitrary: fc.array(part, { maxLength: 60 }).map((parts) => parts.join("")) },
);
const names = fc.uniqueArray(name, { maxLength: 30 });

test("L5: whatever the tools are called, every name is one that the provider accepts", () => {
  fc.assert(
    fc.property(profile, names, (one, all) => {
      const { toProvider } = providerNames(all, one);
      expect(all.map(toProvider).filter((given) => !RULES[one.name]?.test(given))).toEqual([]);
    }),
  );
});

test("L5: whatever the tools are called, no two get one name, and each comes back", () => {
  fc.assert(
    fc.property(profile, names, (one, all) => {
      const { toProvider, toCanonical } = providerNames(all, one);
      const given = all.map(toProvider);
      expect(new Set(given).size).toBe(all.length);
      expect(given.map(toCanonical)).toEqual(all);
    }),
  );
});

test("a name and its provider's names, used as names themselves, stay apart and come back", () => {
  fc.assert(
    fc.property(profile, name, (one, start) => {
      const all = [start];
      for (let round = 0; round < 4; round += 1) {
        const next = providerNames(all, one).toProvider(all.at(-1) ?? "");
        if (!all.includes(next)) {
          all.push(next);
        }
      }
      const { toProvider, toCanonical } = providerNames(all, one);
      expect(new Set(all.map(toProvider)).size).toBe(all.length);
      expect(all.map(toProvider).map(toCanonical)).toEqual(all);
    }),
  );
});

test("L5: a name does not depend on which other tools there are, nor on their order", () => {
  fc.assert(
    fc.property(profile, names, names, (one, all, others) => {
      const alone = all.map((canonical) => providerNames([canonical], one).toProvider(canonical));
      const among = providerNames([...others, ...all.toReversed()], one);
      expect(all.map(among.toProvider)).toEqual(alone);
    }),
  );
});

test("a name that is not cut comes back without having been given", () => {
  fc.assert(
    fc.property(profile, name, (one, canonical) => {
      const { toProvider, toCanonical } = providerNames([], one);
      const given = toProvider(canonical);
      const isCut = /_0h[0-9a-z]{13}$/.test(given);
      expect(toCanonical(given)).toBe(isCut ? undefined : canonical);
    }),
  );
});

test("any string a model makes up gives nothing, or the one name that is written like this", () => {
  fc.assert(
    fc.property(profile, names, name, (one, all, invented) => {
      const { toProvider, toCanonical } = providerNames(all, one);
      const canonical = toCanonical(invented);
      if (canonical !== undefined) {
        expect(toProvider(canonical)).toBe(invented);
      }
    }),
  );
});

test("a name that the provider accepts is kept, unless it has another reading", () => {
  const word = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9]{0,8}$/);
  const plain = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join("_"));
  fc.assert(
    fc.property(profile, plain, (one, canonical) => {
      expect(providerNames([], one).toProvider(canonical)).toBe(canonical);
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CollisionPolicy,
  entries,
  isEmptyDiff,
  type NamedEntry,
  quarantined,
  type Registry,
  type RegistryEvent,
  resolve,
  update,
} from "../src/index.js";
import { forBothKinds, listed } from "./fixtures.js";

const PEERS = ["a", "b", "c", "prototype"];
const policy = fc.constantFrom<CollisionPolicy>("prefix", "reject", "prefix-always");
/** Names that collide often, look prefixed often, and are arbitrary now and then. */
const local = fc.oneof(
  fc.constantFrom("x", "y", "a/x", "b/x", "b/a/x", "a/b/x", "c/y", "a/", "/x", "a"),
  fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom("a", "b", "x", "/") }),
);

/** Applies what applies; an event that breaks the contract, and a rejected start, change nothing. */
function follow<E extends NamedEntry>(
  registry: Registry<E>,
  events: readonly RegistryEvent[],
  check?: Check<E>,
): Registry<E> {
  let current = registry;
  for (const next of events) {
    try {
      const updated = update(current, next);
      check?.(current, updated.next, next);
      current = updated.next;
    } catch (error) {
      const codes = ["unknown_peer", "duplicate_peer", "collision_rejected"];
      if (!codes.includes((error as { code?: string }).code ?? "")) {
        throw error;
      }
    }
  }
  return current;
}
type Check<E extends NamedEntry> = (
  before: Registry<E>,
  after: Registry<E>,
  event: RegistryEvent,
) => void;

forBothKinds((its) => {
  const items = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: local.map((name) => its.one(name)) },
      { weight: 1, arbitrary: local.map((name) => its.one(name, { title: "Other" })) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<unknown>(null, { name: "x", title: 1 }, its.one("")),
      },
    ),
    { maxLength: 6 },
  );
  const lists = fc.uniqueArray(fc.record({ peer: fc.constantFrom(...PEERS), items }), {
    selector: ({ peer }) => peer,
  });
  const batches = lists.map((batch) => listed(...batch));
  const event = fc.oneof(
    { weight: 5, arbitrary: batches },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...PEERS)
        .map((peer): RegistryEvent => ({ type: "removed", peer })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...PEERS)
        .map((name): RegistryEvent => ({ type: "replaced", peer: { name } })),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...PEERS)
        .map((name): RegistryEvent => ({ type: "declared", peer: { name } })),
    },
  );

  const begin = (chosen: CollisionPolicy) =>
    its.create({ policy: chosen, peers: [{ name: "b" }, { name: "a" }] });

  test("merging the same lists again changes nothing", () => {
    fc.assert(
      fc.property(policy, fc.array(event, { maxLength: 6 }), batches, (chosen, events, batch) => {
        const before = follow(begin(chosen), events);
        const once = follow(before, [batch]);
        follow(once, [batch], (_, again) => {
          if (once !== before) {
            expect(again).toBe(once);
          }
        });
      }),
    );
  });

  test("the order of the lists in a batch, and of what is in a list, does not matter", () => {
    const shuffled = lists.chain((batch) =>
      fc.record({
        batch: fc.constant(batch),
        again: fc.shuffledSubarray(batch, { minLength: batch.length }),
      }),
    );
    fc.assert(
      fc.property(policy, fc.array(event, { maxLength: 4 }), shuffled, (chosen, events, both) => {
        const before = follow(begin(chosen), events);
        const backwards = both.again.map((one) => ({ ...one, items: one.items.toReversed() }));
        const one = follow(before, [{ type: "listed", lists: both.batch }]);
        const other = follow(before, [{ type: "listed", lists: backwards }]);
        expect(entries(other)).toEqual(entries(one));
        expect(quarantined(other)).toEqual(quarantined(one));
      }),
    );
  });

  test("canonical names are injective, and each resolves to its own entry", () => {
    fc.assert(
      fc.property(policy, fc.array(event, { maxLength: 8 }), (chosen, events) => {
        const registry = follow(begin(chosen), events);
        const all = entries(registry);
        expect(new Set(all.map(({ canonical }) => canonical)).size).toBe(all.length);
        expect(new Set(all.map(({ peer, local: own }) => `${peer}/${own}`)).size).toBe(all.length);
        for (const entry of all) {
          expect(resolve(registry, entry.canonical)).toBe(entry);
        }
      }),
    );
  });

  test("names are injective for arbitrary peers and names", () => {
    const name = fc.string({ minLength: 1, unit: "grapheme" });
    const peer = name.filter((one) => !one.includes("/"));
    const many = fc.uniqueArray(
      fc.record({
        peer,
        items: fc.array(
          fc
            .oneof(
              name,
              peer.map((one) => `${one}/x`),
            )
            .map((one) => its.one(one)),
        ),
      }),
      { selector: (one) => one.peer },
    );
    fc.assert(
      fc.property(many, (batch) => {
        const registry = its.create({ peers: batch.map((one) => ({ name: one.peer })) });
        const all = entries(update(registry, { type: "listed", lists: batch }).next);
        expect(new Set(all.map(({ canonical }) => canonical)).size).toBe(all.length);
      }),
    );
  });

  test("whoever has a canonical name keeps it for as long as its server lists it", () => {
    fc.assert(
      fc.property(policy, fc.array(event, { maxLength: 8 }), (chosen, events) => {
        follow(begin(chosen), events, (before, after) => {
          const now = new Map(
            entries(after).map((entry) => [`${entry.peer}/${entry.local}`, entry]),
          );
          for (const { peer, local: own, canonical } of entries(before)) {
            expect(now.get(`${peer}/${own}`)?.canonical ?? canonical).toBe(canonical);
          }
        });
      }),
    );
  });

  test("all of the latest lists is an entry or in quarantine, and nothing else is", () => {
    fc.assert(
      fc.property(policy, fc.array(event, { maxLength: 8 }), (chosen, events) => {
        const latest = new Map<string, readonly unknown[]>();
        const registry = follow(begin(chosen), events, (_, __, applied) => {
          if (applied.type === "removed") {
            latest.delete(applied.peer);
          }
          if (applied.type === "replaced") {
            latest.delete(applied.peer.name);
          }
          for (const one of applied.type === "listed" ? applied.lists : []) {
            latest.set(one.peer, one.items);
          }
        });
        const listedNow = [...latest].flatMap(([peer, own]) => own.map((value) => [peer, value]));
        const out = quarantined(registry).filter(({ scope }) => scope === "entry");
        const found = [
          ...entries(registry).map((entry) => [entry.peer, its.valueOf(entry)]),
          ...out.map(({ peer, value }) => [peer, value]),
        ];
        expect(found.map((one) => JSON.stringify(one)).sort()).toEqual(
          listedNow.map((one) => JSON.stringify(one)).sort(),
        );
      }),
    );
  });

  test("a diff, applied to the entries before, gives the entries after", () => {
    fc.assert(
      fc.property(policy, fc.array(event, { maxLength: 6 }), (chosen, events) => {
        follow(begin(chosen), events, (before, after, applied) => {
          const { diff } = update(before, applied);
          const key = ({ peer, local: own }: { peer: string; local: string }) => `${peer}/${own}`;
          const view = new Map(entries(before).map((entry) => [key(entry), entry]));
          for (const entry of diff.removed) {
            expect(view.delete(key(entry))).toBe(true);
          }
          for (const entry of [...diff.added, ...diff.changed]) {
            view.set(key(entry), entry);
          }
          expect(view).toEqual(new Map(entries(after).map((entry) => [key(entry), entry])));
          expect(isEmptyDiff(diff) && entries(before) !== entries(after)).toBe(false);
        });
      }),
    );
  });

  test("by code point: merged names are in the order of their code points", () => {
    const name = fc.string({ minLength: 1, unit: "binary" }).filter((one) => !/\p{Cc}/u.test(one));
    fc.assert(
      fc.property(fc.uniqueArray(name), (all) => {
        const registry = its.create({ peers: [{ name: "peer" }] });
        const batch = [{ peer: "peer", items: all.map((one) => its.one(one)) }];
        const { next } = update(registry, { type: "listed", lists: batch });
        const points = (one: string) => [...one].map((character) => character.codePointAt(0) ?? 0);
        const expected = all.toSorted((one, other) => {
          const [a, b] = [points(one), points(other)];
          const at = a.findIndex((point, index) => point !== b[index]);
          return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
        });
        expect(entries(next).map((entry) => entry.local)).toEqual(expected);
      }),
    );
  });
});

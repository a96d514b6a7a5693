import fc from "fast-check";
import { expect, test } from "vitest";
import type { CacheScope, FailureKind, Reading } from "../src/index.js";
import { type Asked, binding, failed, type Harness, harness, turn } from "./cache-fixtures.js";
import { type SlowStore, slowStore } from "./slow-store.js";

const STALE_IF_ERROR_MS = 20;

/** One thing that happens; what it does not need is left unused. */
interface Step {
  readonly does:
    | "read"
    | "leave"
    | "answer"
    | "fail"
    | "ask for input"
    | "change"
    | "reconnect"
    | "run the store"
    | "wait";
  readonly who: string;
  readonly which: number;
  readonly ttlMs: number;
  readonly scope: CacheScope;
  readonly kind: FailureKind;
}

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom<Step["does"][]>(
    ...(["read", "read", "read", "read", "read", "answer", "answer", "answer"] as const),
    ...(["fail", "ask for input", "leave", "change", "reconnect", "wait"] as const),
    ...(["run the store", "run the store", "run the store", "run the store"] as const),
  ),
  who: fc.constantFrom("alice", "bob"),
  which: fc.nat(3),
  ttlMs: fc.constantFrom(0, 5, 30),
  scope: fc.constantFrom<CacheScope[]>("public", "private"),
  kind: fc.constantFrom<FailureKind[]>("outage", "refused", "given_up"),
});

/** What is known of one value that the server gave. */
interface Fact {
  readonly of: string;
  readonly scope: CacheScope | "of one reader";
  /** How many changes had been announced when it was asked for. */
  readonly askedAfter: number;
  readonly receivedAt: number;
  readonly ttlMs: number;
}

/** A cache to which things happen, and what must hold of everything that it gives. */
class World {
  readonly #made: Harness;
  readonly #slow: SlowStore | undefined;
  readonly #facts = new Map<string, Fact>();
  readonly #active: { readonly asked: Asked; readonly askedAfter: number }[] = [];
  readonly #giveUps: AbortController[] = [];
  readonly #wrong: unknown[] = [];
  #values = 0;
  #changes = 0;
  #waiting = 0;

  constructor(slow: SlowStore | undefined) {
    this.#slow = slow;
    this.#made = harness({
      staleIfErrorMs: STALE_IF_ERROR_MS,
      ...(slow === undefined ? {} : { store: slow.store, storeTimeoutMs: 15 }),
    });
  }

  async step(one: Step): Promise<void> {
    this.#perform(one);
    await turn();
    for (const asked of this.#made.asked.splice(0)) {
      const { authorization } = asked;
      const others = this.#active.filter((other) => other.asked.authorization === authorization);
      expect(others).toEqual([]);
      this.#active.push({ asked, askedAfter: this.#changes });
    }
    expect(this.#wrong).toEqual([]);
  }

  /** However it stands, all who wait are answered once the store and the server are. */
  async end(): Promise<void> {
    const answer = { who: "", which: 0, ttlMs: 0, scope: "private", kind: "outage" } as const;
    for (let rounds = 0; this.#waiting > 0 && rounds < 1000; rounds += 1) {
      await this.step({ ...answer, does: "run the store" });
      await this.step({ ...answer, does: "answer" });
    }
    expect(this.#waiting).toBe(0);
  }

  #perform({ does, who, which, ttlMs, scope, kind }: Step): void {
    const { cache, clock, result } = this.#made;
    switch (does) {
      case "read":
        this.#read(who);
        return;
      case "leave":
        this.#giveUps.at(-1 - which)?.abort();
        return;
      case "answer": {
        const one = this.#take(which);
        one?.asked.end(result(this.#value(one, scope, ttlMs), ttlMs, scope));
        return;
      }
      case "ask for input": {
        const one = this.#take(which);
        one?.asked.end({ type: "uncacheable", value: this.#value(one, "of one reader", 0) });
        return;
      }
      case "fail":
        this.#take(which)?.asked.end(failed("no", kind));
        return;
      case "change":
        this.#changes += 1;
        cache.invalidate(binding, "resources/read");
        return;
      case "reconnect":
        this.#changes += 1;
        cache.renew(binding);
        return;
      case "run the store":
        this.#slow?.run();
        return;
      case "wait":
        clock.advance(ttlMs);
    }
  }

  #read(authorization: string): void {
    const giveUp = new AbortController();
    this.#giveUps.push(giveUp);
    this.#waiting += 1;
    this.#made
      .read({ authorization, signal: giveUp.signal })
      .then((reading) => {
        this.#waiting -= 1;
        this.#check(reading, authorization);
      })
      .catch((error) => this.#wrong.push(error));
  }

  #take(which: number): { readonly asked: Asked; readonly askedAfter: number } | undefined {
    return this.#active.splice(which % Math.max(1, this.#active.length), 1)[0];
  }

  #value(
    { asked, askedAfter }: { readonly asked: Asked; readonly askedAfter: number },
    scope: Fact["scope"],
    ttlMs: number,
  ): string {
    this.#values += 1;
    const value = `value ${this.#values}`;
    const receivedAt = this.#made.clock.now();
    this.#facts.set(value, { of: asked.authorization, scope, askedAfter, receivedAt, ttlMs });
    return value;
  }

  #check(reading: Reading<string, string>, reader: string): void {
    if (!("value" in reading)) {
      return;
    }
    const fact = this.#facts.get(reading.value);
    if (fact === undefined) {
      throw new Error(`${reading.value} is nothing that the server gave, or was another reader's`);
    }
    expect(fact.scope === "public" || fact.of === reader).toBe(true);
    if (fact.scope === "of one reader") {
      this.#facts.delete(reading.value);
    }
    const ageMs = this.#made.clock.now() - fact.receivedAt;
    if (reading.type === "current") {
      expect(fact.askedAfter).toBe(this.#changes);
      expect(reading.from === "server" || ageMs < fact.ttlMs).toBe(true);
    } else if (reading.type === "outdated") {
      expect(fact.askedAfter).toBeLessThan(this.#changes);
    } else {
      expect(reading.ageMs).toBe(ageMs);
      expect(ageMs).toBeLessThanOrEqual(STALE_IF_ERROR_MS);
    }
  }
}

function property(store: () => SlowStore | undefined): Promise<void> {
  const steps = fc.array(step, { minLength: 20, maxLength: 60, size: "max" });
  const holds = fc.asyncProperty(steps, async (all) => {
    const world = new World(store());
    for (const one of all) {
      await world.step(one);
    }
    await world.end();
  });
  return fc.assert(holds, { numRuns: 200 });
}

test("C1, L9: whatever happens in whatever order, nobody gets what is another's, nothing old is called current, and no two fetches of one key run at once", async () => {
  await property(() => undefined);
});

test("C1, L9: the same over a store that is slow, out of order, and fails at times", async () => {
  await property(slowStore);
});

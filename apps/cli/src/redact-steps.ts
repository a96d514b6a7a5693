import { isJsonObject } from "@x/wire";

/** Work that rests now and then, and what comes of it. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** What is done to the parts of a JSON value. */
export interface JsonRules {
  /** To a text that is a value; `key` is the name of its member, or its place in an array. */
  readonly text: (text: string, key: string) => Steps<string>;
  /** To the name of a member. */
  readonly name: (name: string) => Steps<string>;
  readonly number: (number: number) => unknown;
}

/** Rests after so many characters. */
const STEP = 65_536;

/**
 * A copy of a JSON value with every text, number and name of a member changed, however deep it is, in steps of
 * about 65,536 characters. Of names that become the same, all but the first have a number behind them, so that no
 * member is lost.
 */
export function* jsonSteps(value: unknown, rules: JsonRules): Steps<unknown> {
  const holder: Record<string, unknown> = { value };
  const open = [holder];
  let done = 0;
  // A stack of its own: what a server nests may be deeper than that of the platform.
  for (let copy = open.pop(); copy !== undefined; copy = open.pop()) {
    for (const key of Object.keys(copy)) {
      const one = copy[key];
      done += 1;
      if (typeof one === "string") {
        copy[key] = yield* rules.text(one, key);
        // What is longer has rested on its way.
        done += one.length % STEP;
      } else if (typeof one === "number") copy[key] = rules.number(one);
      else if (typeof one === "object" && one !== null) {
        const inner = isJsonObject(one) ? yield* renamed(one, rules) : Object.values(one);
        copy[key] = inner;
        open.push(inner as Record<string, unknown>);
      }
      if (done < STEP) continue;
      done = 0;
      yield;
    }
  }
  return holder["value"];
}

function* renamed(
  members: Record<string, unknown>,
  { name: given }: JsonRules,
): Steps<Record<string, unknown>> {
  const counts = new Map<string, number>();
  const entries: [string, unknown][] = [];
  let done = 0;
  for (const [name, value] of Object.entries(members)) {
    const changed = yield* given(name);
    const count = (counts.get(changed) ?? 0) + 1;
    counts.set(changed, count);
    entries.push([count === 1 ? changed : `${changed} (${count})`, value]);
    done += 1 + (name.length % STEP);
    if (done < STEP) continue;
    done = 0;
    yield;
  }
  return Object.fromEntries(entries);
}

/** Does it all at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Does it in turns of the event loop. */
export async function inTurns<T>(steps: Steps<T>, nextTurn: () => Promise<unknown>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await nextTurn();
  }
}

import { type ChangeEvent, covers } from "./change.js";
import { joined, urisOf } from "./filter.js";
import type { SubscriptionEvent } from "./subscription-event.js";

type MayHaveChanged = Extract<SubscriptionEvent, { readonly type: "may_have_changed" }>;

/**
 * Events that wait for their reader, oldest first, at most `max` of them.
 *
 * A change that already waits is not told twice: whoever fetches after reading it sees the newest state
 * anyway. For the same reason `may_have_changed` stands for all changes it covers, unless it is one that
 * a reader may pass over. Where there is no room, the oldest updated resource goes, or where none waits
 * the oldest event, and the reader gets `overflow` first.
 */
export class EventQueue {
  readonly #max: number;
  /** By a key that tells which are the same; in the order in which they came. */
  readonly #waiting = new Map<string, SubscriptionEvent>();
  readonly #readers: ((event: SubscriptionEvent | undefined) => void)[] = [];
  #pushed = 0;
  #dropped = 0;
  #ended = false;

  constructor(max: number) {
    this.#max = max;
  }

  push(event: SubscriptionEvent): void {
    if (this.#ended) return;
    const reader = this.#readers.shift();
    if (reader === undefined) this.#wait(event);
    else reader(event);
  }

  /** The next event, as soon as there is one; `undefined` once the queue was ended. */
  take(): Promise<SubscriptionEvent | undefined> {
    if (this.#ended) return Promise.resolve(undefined);
    const event = this.#next();
    if (event !== undefined) return Promise.resolve(event);
    return new Promise((resolve) => {
      this.#readers.push(resolve);
    });
  }

  /** Nothing is read any more, also not what still waits. */
  end(): void {
    this.#ended = true;
    this.#waiting.clear();
    for (const reader of this.#readers.splice(0)) reader(undefined);
  }

  #next(): SubscriptionEvent | undefined {
    if (this.#dropped > 0) {
      const overflow = { type: "overflow", dropped: this.#dropped } as const;
      this.#dropped = 0;
      return overflow;
    }
    for (const [key, event] of this.#waiting) {
      this.#waiting.delete(key);
      return event;
    }
    return undefined;
  }

  #wait(event: SubscriptionEvent): void {
    switch (event.type) {
      case "tools_changed":
      case "prompts_changed":
      case "resources_changed":
        if (!this.#isToldAnyway(event)) this.#add(event.type, event);
        return;
      case "resource_updated":
        if (!this.#isToldAnyway(event)) this.#add(`${event.type} ${event.uri}`, event);
        return;
      case "may_have_changed":
        this.#supersede(event);
        return;
      case "acknowledged":
      case "ended":
      case "lost":
      case "refused":
      case "overflow":
        this.#pushed += 1;
        this.#add(`${this.#pushed}`, event);
        return;
    }
  }

  #add(key: string, event: SubscriptionEvent): void {
    if (this.#waiting.has(key)) return;
    if (this.#waiting.size >= this.#max) this.#drop();
    this.#waiting.set(key, event);
  }

  #drop(): void {
    let oldest: string | undefined;
    for (const [key, { type }] of this.#waiting) {
      oldest ??= key;
      if (type !== "resource_updated") continue;
      oldest = key;
      break;
    }
    if (oldest === undefined) return;
    this.#waiting.delete(oldest);
    this.#dropped += 1;
  }

  #supersede(event: MayHaveChanged): void {
    const merged = merge(this.#waiting.get(event.type) as MayHaveChanged | undefined, event);
    this.#waiting.delete(event.type);
    for (const [key, one] of this.#waiting) {
      if (isChange(one) && standsFor(merged, one)) this.#waiting.delete(key);
    }
    this.#add(event.type, merged);
  }

  #isToldAnyway(change: ChangeEvent): boolean {
    const all = this.#waiting.get("may_have_changed") as MayHaveChanged | undefined;
    return all !== undefined && standsFor(all, change);
  }
}

function merge(earlier: MayHaveChanged | undefined, later: MayHaveChanged): MayHaveChanged {
  if (earlier === undefined) return later;
  const after = earlier.after === "interruption" ? earlier.after : later.after;
  return { ...later, after, filter: joined(earlier.filter, later.filter) };
}

function isChange(event: SubscriptionEvent): event is ChangeEvent {
  return "uri" in event || (event.type !== "may_have_changed" && event.type.endsWith("_changed"));
}

/** After a new connection its owner may have fetched already; and a part is not named by its resource. */
function standsFor({ after, filter }: MayHaveChanged, change: ChangeEvent): boolean {
  if (after === "new_connection") return false;
  return change.type === "resource_updated"
    ? urisOf(filter).includes(change.uri)
    : covers(filter, change);
}

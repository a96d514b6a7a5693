import { type Binding, bindingKey } from "@x/connection";

/** How many bindings and methods changes are remembered of. */
const MAX_MARKS = 10_000;

/**
 * What the notification of a change makes stale: methods, none where it announces no change.
 *
 * An updated resource stands for all resources of its server: what is named may be a part of the one
 * that was read, and nothing in a URI tells.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#interaction-with-notifications}
 */
export function changedBy(notification: string): readonly string[] {
  switch (notification) {
    case "notifications/tools/list_changed":
      return ["tools/list"];
    case "notifications/prompts/list_changed":
      return ["prompts/list"];
    case "notifications/resources/list_changed":
      return ["resources/list", "resources/templates/list"];
    case "notifications/resources/updated":
      return ["resources/read"];
    default:
      return [];
  }
}

/**
 * Which changes were announced, in the order in which they were.
 *
 * Moments are counted, not timed: a result belongs to the moment at which its fetch began, and every
 * later change makes it outdated. Where there is no more room, everything has changed.
 */
export class Changes {
  readonly #marks = new Map<string, number>();
  #moment = 0;
  #allChangedAt = 0;

  /** The present moment. */
  get moment(): number {
    return this.#moment;
  }

  /** All of a binding has changed, or what one method gives. */
  add(binding: Binding, method?: string): void {
    this.#moment += 1;
    if (this.#marks.size >= MAX_MARKS) {
      this.#marks.clear();
      this.#allChangedAt = this.#moment;
    }
    this.#marks.set(markOf(binding, method), this.#moment);
  }

  /** What a binding gave is not to be given any more at all. */
  forget(binding: Binding): void {
    this.add(binding);
    this.add(binding, FORGOTTEN);
  }

  /** Whether what was fetched at `moment` is forgotten. */
  isForgotten(moment: number, binding: Binding): boolean {
    return Math.max(this.#allChangedAt, this.#marks.get(markOf(binding, FORGOTTEN)) ?? 0) > moment;
  }

  /** Whether it changed after `moment`. */
  isSince(moment: number, binding: Binding, method: string): boolean {
    const changedAt = Math.max(
      this.#allChangedAt,
      this.#marks.get(markOf(binding)) ?? 0,
      this.#marks.get(markOf(binding, method)) ?? 0,
    );
    return changedAt > moment;
  }
}

/** No method has this name. */
const FORGOTTEN = "";

function markOf(binding: Binding, method?: string): string {
  const key = bindingKey(binding);
  return method === undefined ? key : JSON.stringify([key, method]);
}

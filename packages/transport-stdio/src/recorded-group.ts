import { processGroup } from "./process-group.js";
import { type ProcessEntry, standardPipes } from "./process-table.js";
import type { GroupRecord, ProcessIdentity } from "./record-file.js";

/**
 * What a look at a group that a dead host has left shows.
 *
 * - `ours`: it lives, and it is the one that was recorded.
 * - `gone`: nothing of it lives. Its id may belong to others by now.
 * - `unsure`: something with its id lives, and it cannot be told whether it is the one.
 */
export type Sight = "ours" | "gone" | "unsure";

/** Every process that can be seen, or `undefined` where they cannot be listed. */
type Table = readonly ProcessEntry[] | undefined;

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;
/** How long SIGKILL may take. Nothing is left to be tried after it. */
const KILL_MS = 1000;

/** A process group that was recorded, watched from one look to the next. */
export class RecordedGroup {
  readonly record: GroupRecord;
  /** What the last look showed. */
  sight: Sight = "unsure";
  /** Members at the last look that showed it to be ours. */
  #known: ReadonlySet<string>;

  constructor(record: GroupRecord) {
    this.record = record;
    this.#known = new Set([key(record)]);
  }

  /**
   * The system gives the id of a group to no other process for as long as the group has a member. So it is
   * ours while its leader is there, or any member that was there when it last was ours. Where nobody has
   * watched since the leader ended, a member that holds a pipe of the leader's is proof. That it is younger
   * than the leader would be none: so is a stranger's group which got the id later.
   */
  look(table: Table): Sight {
    this.sight = this.#look(table);
    return this.sight;
  }

  signal(signal: "SIGTERM" | "SIGKILL"): void {
    processGroup(this.record.pid).signal(signal);
  }

  #look(table: Table): Sight {
    if (table === undefined) return "unsure";
    const { pid, start, pipes } = this.record;
    const members = table.filter(({ group }) => group === pid);
    const living = members.filter(({ isOver }) => !isOver);
    if (living.length === 0) return "gone";
    if (members.some((member) => this.#known.has(key(member)))) return this.#isOurs(members);
    // Another process has the id, or a member is older than the leader was.
    if (table.some((entry) => entry.pid === pid)) return "gone";
    if (members.some((member) => member.start < start)) return "gone";
    const hasPipe = (member: ProcessEntry): boolean =>
      standardPipes(member.pid).some((pipe) => pipes.includes(pipe));
    return living.some(hasPipe) ? this.#isOurs(members) : "unsure";
  }

  #isOurs(members: readonly ProcessEntry[]): Sight {
    this.#known = new Set(members.map(key));
    return "ours";
  }
}

/** Ends groups that were just seen to be ours: SIGTERM, and SIGKILL to what is there after `termMs`. */
export async function endGroups(
  groups: readonly RecordedGroup[],
  list: () => Promise<Table>,
  termMs: number,
): Promise<void> {
  const steps = [
    { signal: "SIGTERM", waitMs: termMs },
    { signal: "SIGKILL", waitMs: KILL_MS },
  ] as const;
  let left = groups;
  for (const { signal, waitMs } of steps) {
    // Nothing may come between the look and the signal: ids are given again.
    for (const group of left) group.signal(signal);
    left = await outlasting(left, list, waitMs);
  }
}

/** Those that are there when the time is over, and still surely ours. */
async function outlasting(
  groups: readonly RecordedGroup[],
  list: () => Promise<Table>,
  withinMs: number,
): Promise<readonly RecordedGroup[]> {
  const end = performance.now() + withinMs;
  let left = groups;
  for (let pauseMs = FIRST_PAUSE_MS; left.length > 0; pauseMs *= 2) {
    const table = await list();
    left = left.filter((group) => group.look(table) === "ours");
    const restMs = end - performance.now();
    if (restMs <= 0) break;
    const waitMs = Math.min(pauseMs, LONGEST_PAUSE_MS, restMs);
    if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return left;
}

function key({ pid, start }: ProcessIdentity): string {
  return `${pid} ${start}`;
}

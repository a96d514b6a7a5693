import { setTimeout as delay } from "node:timers/promises";
import { order } from "./control.js";
import type { Fleet } from "./fleet.js";
import type { Fault, Step } from "./schedule.js";

/** How often each fault was to happen, and did: a server that is down at the moment cannot be told. */
export type Applied = Map<Fault["type"], { planned: number; done: number }>;

/** Does what a schedule says to the servers of a fleet. */
export class Injector {
  readonly applied: Applied = new Map();
  readonly #fleet: Fleet;
  readonly #stop: AbortSignal;

  constructor(fleet: Fleet, stop: AbortSignal) {
    this.#fleet = fleet;
    this.#stop = stop;
  }

  /** Settles when the last fault is over. */
  async run(steps: readonly Step[]): Promise<void> {
    const startedAt = performance.now();
    const underWay: Promise<void>[] = [];
    for (const step of steps) {
      await this.#pause(Math.max(0, step.atMs - (performance.now() - startedAt)));
      if (this.#stop.aborted) break;
      underWay.push(this.#apply(step));
    }
    await Promise.all(underWay);
  }

  async #apply({ server, fault }: Step): Promise<void> {
    const count = this.applied.get(fault.type) ?? { planned: 0, done: 0 };
    this.applied.set(fault.type, count);
    count.planned += 1;
    const pid = this.#fleet.instances(server).at(-1);
    if (pid !== undefined && (await this.#inflict(pid, fault))) count.done += 1;
  }

  async #inflict(pid: number, fault: Fault): Promise<boolean> {
    const tell = async (what: object): Promise<boolean> =>
      (await order(this.#fleet.folder, pid, what)) !== undefined;
    switch (fault.type) {
      case "kill":
        return this.#fleet.signal(pid, "SIGKILL");
      case "stop": {
        const stopped = this.#fleet.signal(pid, "SIGSTOP");
        await this.#pause(fault.forMs);
        return this.#fleet.signal(pid, "SIGCONT") && stopped;
      }
      case "stall":
        return tell({ do: "half", how: "stall", forMs: fault.forMs });
      case "die":
        return tell({ do: "half", how: "die" });
      case "drop":
        return tell({ do: "drop" });
      case "change":
      case "slow":
      case "silent":
        return tell({ ...fault, do: fault.type });
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stop }).catch(() => {});
  }
}

import { type CloseReason, type Connection, type Era, ManualClock } from "@x/connection";
import { DEVIATION_EXIT_CODE } from "../deviation.js";
import { parseTranscript } from "../parse-transcript.js";
import { TestkitError } from "../testkit-error.js";
import type { Carrier, ContractCase, ContractPeer, ContractSubject } from "./contract-subject.js";
import { within } from "./patience.js";
import { Scene } from "./scene.js";
import { wants } from "./seen.js";

/** One sentence of the contract: what the peer does, and what has to be seen of it. */
export interface Point {
  readonly name: string;
  readonly script: string;
  /** What the connection is settled as at once. Without it, the connection is still being negotiated. */
  readonly era?: Era["era"];
  /** How the connection may be over already when the case is. Default: only `close()` ends it. */
  readonly over?: readonly CloseReason["type"][];
  /** The one carrier that can be asked, and why no other can. Default: every carrier is asked. */
  readonly only?: { readonly carrier: Carrier; readonly because: string };
  readonly run: (scene: Scene) => Promise<void>;
}

/** How long a case waits unless it is told otherwise. */
export const PATIENCE_MS = 10_000;

/** What eras are settled as. */
export const REVISIONS = { modern: "2026-07-28", legacy: "2025-11-25" } as const;

/** A point as a case: opens, runs it, closes, and looks for what is left. */
export function pointCase(point: Point, subject: ContractSubject): ContractCase {
  const script = parseTranscript(point.script, "script");
  const { patienceMs = PATIENCE_MS } = subject;
  return contractCase(point.name, async () => {
    const peer = await subject.open(script, point.era);
    await withPeer(peer, async () => {
      const clock = new ManualClock();
      const connection = await opened(peer, clock, patienceMs);
      const scene = new Scene(connection, clock, patienceMs);
      const { era } = point;
      if (era !== undefined) connection.settle({ era, revision: REVISIONS[era] });
      await point.run(scene).catch(async (error: unknown) => {
        await scene.within(connection.close(), "the end of close()");
        throw error;
      });
      await closes(scene, point.over ?? ["local"]);
    });
  });
}

/** A case that breaks the contract by whatever it throws. */
export function contractCase(name: string, body: () => Promise<void>): ContractCase {
  const run = async (): Promise<void> => {
    try {
      await body();
    } catch (cause) {
      const seen = cause instanceof Error ? cause.message : String(cause);
      throw new TestkitError(`The transport breaks its contract. ${name}: ${seen}`, {
        code: "contract_violated",
        cause,
      });
    }
  };
  return { name, run };
}

/** Uses a peer; nothing of it may be left then. */
export async function withPeer(peer: ContractPeer, use: () => Promise<void>): Promise<void> {
  try {
    await use();
    wants((await peer.left?.()) ?? [], [], "what is left");
  } finally {
    await peer.cleanup?.();
  }
}

/** The connection of an opening that has to work. */
export async function opened(
  { transport }: ContractPeer,
  clock: ManualClock,
  patienceMs: number,
): Promise<Connection> {
  const connection = await within(patienceMs, transport.open({ clock }), "the connection");
  if (connection.type === "open_failure") throw new Error(connection.message);
  return connection;
}

/** Closes, twice, and looks at the reason and for timers. */
export async function closes(scene: Scene, types: readonly CloseReason["type"][]): Promise<void> {
  const { connection, clock } = scene;
  const reason = await scene.within(connection.close(), "the end of close()");
  const { type, message } = reason;
  if (!types.includes(type)) throw new Error(`The connection is over, ${type}: ${message}`);
  if ("exit" in reason && reason.exit?.exitCode === DEVIATION_EXIT_CODE) {
    throw new Error(reason.exit.stderr.at(-1));
  }
  const again = await scene.within(connection.close(), "the end of a second close()");
  const closed = await scene.within(connection.closed, "closed");
  for (const one of [again, closed]) {
    wants(one, { type, message }, "the reason of a second close(), and of closed");
  }
  wants(clock.waiting, 0, "timers that are left after close()");
}

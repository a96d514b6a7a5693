import { ManualClock, type Transport } from "@x/connection";
import { parseTranscript } from "../parse-transcript.js";
import type { ContractCase, ContractSubject } from "./contract-subject.js";
import { within } from "./patience.js";
import { closes, contractCase, opened, PATIENCE_MS, REVISIONS, withPeer } from "./point.js";
import { Scene } from "./scene.js";
import { wants } from "./seen.js";

const SCRIPT = `
> {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`;

/** The name of the point that needs a transport which cannot be opened. */
export const FAILED_OPENING = "An opening that fails is a value that says in which phase, and why";

/** How openings go. */
export function openings(subject: ContractSubject): readonly ContractCase[] {
  const { carrier, unopenable, patienceMs = PATIENCE_MS } = subject;
  return [
    ...(unopenable === undefined ? [] : [failedOpening(unopenable, patienceMs)]),
    contractCase("An opening that was aborted opens nothing", async () => {
      const peer = await subject.open(parseTranscript(SCRIPT, "script"), "modern");
      await withPeer(peer, async () => {
        const clock = new ManualClock();
        const options = { clock, signal: AbortSignal.abort() };
        const opening = await within(
          patienceMs,
          peer.transport.open(options),
          "the end of the opening",
        );
        wants(opening, { type: "open_failure", phase: "aborted" }, "the opening");
        wants(clock.waiting, 0, "timers that are left");
      });
    }),
    contractCase("An authorization context is told without an opening, and stays", async () => {
      const peer = await subject.open(parseTranscript(SCRIPT, "script"), "modern");
      const { transport } = peer;
      // Nothing may be said to the peer, and nothing is left of one that was never opened.
      try {
        const first = await within(patienceMs, told(transport), "the authorization context");
        wants(first !== "", true, "a context that tells something apart");
        wants(await within(patienceMs, told(transport), "the same"), first, "the second time");
      } finally {
        await peer.cleanup?.();
      }
    }),
    contractCase("Every opening is a lifetime of its own, with its own era and end", async () => {
      // Where nothing tells the peer that it was opened anew, both are one conversation to it.
      const script = carrier === "streams" ? [SCRIPT, SCRIPT].join("") : SCRIPT;
      const peer = await subject.open(parseTranscript(script, "script"), "modern");
      await withPeer(peer, async () => {
        for (const era of ["legacy", "modern"] as const) {
          const clock = new ManualClock();
          const connection = await opened(peer, clock, patienceMs);
          connection.settle({ era, revision: REVISIONS[era] });
          const scene = new Scene(connection, clock, patienceMs);
          await scene.ends(scene.ask(), { type: "response" });
          await closes(scene, ["local"]);
        }
      });
    }),
  ];
}

/** A transport may know of no authorization. */
async function told(transport: Transport): Promise<string | undefined> {
  return transport.authorization?.();
}

function failedOpening(
  unopenable: NonNullable<ContractSubject["unopenable"]>,
  patienceMs: number,
): ContractCase {
  return contractCase(FAILED_OPENING, async () => {
    const peer = await unopenable();
    await withPeer(peer, async () => {
      const clock = new ManualClock();
      const opening = await within(
        patienceMs,
        peer.transport.open({ clock }),
        "the end of the opening",
      );
      if (opening.type === "connection") {
        await opening.close();
        throw new Error("it gave a connection.");
      }
      wants(
        ["spawn", "connect", "tls"].includes(opening.phase),
        true,
        `the phase ${opening.phase}`,
      );
      wants(opening.code !== "" && opening.message !== "", true, "a code and a message");
      wants(clock.waiting, 0, "timers that are left");
    });
  });
}

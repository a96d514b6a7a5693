import { ManualClock, type Multiplexed, multiplex } from "@x/connection";
import type { Message } from "@x/wire";
import { expect, test } from "vitest";
import { callTool, type Owner, type Recovery, type Routes, type Safety } from "../src/index.js";
import { MODERN, registryOf } from "./fixtures.js";

/** A peer that is reached as over HTTP: each request has a reply stream of its own, which can break. */
function endpoint(safety: Safety) {
  const clock = new ManualClock();
  const sent: Message[] = [];
  const mux: Multiplexed = multiplex(
    {
      send: (_frame, _done, message) => void sent.push(message),
      close: async () => ({ type: "local", message: "Closed." }),
    },
    { clock },
  );
  mux.connection.settle(MODERN);
  const owner: Owner = {
    state: "ready",
    connection: mux.connection,
    context: MODERN,
    capabilities: {},
  };
  const recovery: Recovery = {
    now: () => clock.now(),
    ready: async () => owner,
    relist: async () => {},
    safety: () => safety,
    check: async () => {},
  };
  const registry = registryOf({ one: ["t"] });
  const routes: Routes = { registry: () => registry, owner: () => owner, recovery };
  const ids = (): readonly unknown[] => sent.flatMap((one) => ("id" in one ? [one.id] : []));
  return { routes, mux, sent, ids };
}

test("a call whose reply stream breaks is made again under a new id where its tool is safe, and is over otherwise", async () => {
  const broken = { type: "stream_ended", message: "The reply stream broke." } as const;
  for (const safety of ["always", "never"] as const) {
    const { routes, mux, sent, ids } = endpoint(safety);
    const call = callTool(routes, "t", { q: 1 });
    expect(ids()).toEqual([1]);
    mux.settle(1, broken);
    await new Promise((resolve) => setImmediate(resolve));
    if (safety === "never") {
      expect(await call).toMatchObject({ type: "no_response", outcome: broken });
      expect(sent).toHaveLength(1);
    } else {
      expect(ids()).toEqual([1, 2]);
      expect(sent[1]).toEqual({ ...sent[0], id: 2 });
      const result = { resultType: "complete", content: [] };
      const message = { jsonrpc: "2.0", id: 2, result } as const;
      mux.received([{ type: "response", message, text: "" }], 2);
      expect((await call).type).toBe("result");
    }
  }
});

import { expect, test } from "vitest";
import { make } from "./harness.js";
import { discovering, modern } from "./servers.js";

const NONE: readonly (readonly [string, unknown])[] = [
  ["NaN", Number.NaN],
  ["-1", -1],
  ["500", "500"],
];

test.each(NONE)(
  "a limit of %s is refused by its name, whatever it limits, and nothing is sent",
  async (shown, value) => {
    const a = modern("a", ["t"], {
      "server/discover": discovering({ tools: {}, prompts: {}, resources: {}, completions: {} }),
      "prompts/list": () => ({ resultType: "complete", prompts: [{ name: "p" }] }),
    });
    const down = modern("down", ["d"]);
    const { client } = make();
    client.addServer("a", a.transport);
    client.addServer("down", down.transport, { recover: false });
    await client.connect();
    down.peers[0]?.end();
    const totalMs = value as number;
    const before = a.received.length;
    const asked: Record<string, () => Promise<unknown>> = {
      call: () => client.callTool("t", {}, { totalMs }),
      unknown: () => client.callTool("nobody", {}, { totalMs }),
      waiting: () => client.callTool("d", {}, { totalMs, whenUnavailable: "wait" }),
      prompt: () => client.getPrompt("p", {}, { totalMs }),
      read: () => client.readResource("a", "x", { totalMs }),
      list: () => client.listResources("a", { totalMs }),
      tools: () => client.listTools({ totalMs }),
      complete: () => client.complete({ prompt: "p" }, { name: "n", value: "" }, { totalMs }),
      request: () => client.request("a", "ext/do", {}, { totalMs }),
      ping: () => client.ping("a", { totalMs }),
    };
    for (const [what, ask] of Object.entries(asked)) {
      const error = await ask().then(
        () => "nothing",
        (thrown) => thrown,
      );
      expect([what, error]).toMatchObject([
        what,
        { code: "invalid_deadline", message: `totalMs is ${shown}; give milliseconds, 0 or more.` },
      ]);
    }
    await expect(client.callTool("t", {}, { idleMs: totalMs })).rejects.toMatchObject({
      message: `idleMs is ${shown}; give milliseconds, 0 or more.`,
    });
    await expect(client.connect({ timeoutMs: totalMs })).rejects.toMatchObject({
      code: "invalid_deadline",
    });
    expect(a.received).toHaveLength(before);
    // It is no reason to close.
    expect(client.peers[0]).toMatchObject({ state: "ready" });
    await client.close();
  },
);

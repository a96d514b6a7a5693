import { expect, test } from "vitest";
import { make, ofType } from "./harness.js";
import { discovering, modern } from "./servers.js";

const IMAGE = { type: "image", data: "?", mimeType: "image/png" };

test("T27, T28: broken content is told as an event where results are checked, and is given all the same", async () => {
  const a = modern("a", ["t"], {
    "server/discover": discovering({ tools: {}, prompts: {}, resources: {} }),
    "prompts/list": () => ({ resultType: "complete", prompts: [{ name: "p" }] }),
    "tools/call": () => ({ resultType: "complete", content: [IMAGE] }),
    "prompts/get": () => ({
      resultType: "complete",
      messages: [{ role: "user", content: { type: "resource", resource: {} } }],
    }),
    "resources/read": () => ({ resultType: "complete", contents: [{ uri: "x", blob: "?" }] }),
  });
  for (const checks of [undefined, { check: async () => ({ verdict: "valid" }) as const }]) {
    const { client, events } = make(checks === undefined ? {} : { checks });
    client.addServer("a", a.transport);
    await client.connect();
    expect((await client.callTool("t")).content).toEqual([IMAGE]);
    expect((await client.getPrompt("p")).messages).toHaveLength(1);
    expect((await client.readResource("a", "x")).contents).toHaveLength(1);
    const flaw = (method: string, asked: string, code: string): object => ({
      type: "content_flaws",
      peer: "a",
      method,
      asked,
      flaws: [{ at: 0, code, message: expect.any(String) }],
    });
    expect(ofType(events, "content_flaws")).toEqual(
      checks === undefined
        ? []
        : [
            flaw("tools/call", "t", "not_base64"),
            flaw("prompts/get", "p", "no_resource"),
            flaw("resources/read", "x", "not_base64"),
          ],
    );
    await client.close();
  }
});

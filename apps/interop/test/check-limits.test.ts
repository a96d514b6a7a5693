import { Client, type ClientOptions } from "@x/client";
import { memoryTransport } from "@x/connection";
import { type WorkerValidator, workerValidator } from "@x/validate";
import { expect, test, vi } from "vitest";

// Workers are started.
vi.setConfig({ testTimeout: 60_000 });

const object = (properties: object): object => ({ type: "object", properties });
const tools = [
  { name: "good", outputSchema: object({ n: { type: "number" } }) },
  ...Array.from({ length: 24 }, (_, at) => ({
    name: `bad${at}`,
    outputSchema: object({ text: { type: "string", pattern: `^(a+)+${at}$` } }),
  })),
].map((tool) => ({ inputSchema: { type: "object" }, ...tool }));
const structuredContent = { n: 1, text: `${"a".repeat(40)}!` };

const server = () =>
  memoryTransport((peer) => {
    peer.onFrame((frame) => {
      const { id, method } = JSON.parse(frame);
      const results: Record<string, object> = {
        "server/discover": { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
        "tools/list": { tools },
        "tools/call": { content: [], structuredContent },
      };
      peer.send({ jsonrpc: "2.0", id, result: { resultType: "complete", ...results[method] } });
    });
  });

async function checkedBy(
  checks: (validator: WorkerValidator) => ClientOptions["checks"],
): Promise<{ readonly client: Client; readonly validator: WorkerValidator }> {
  // Whatever ends a check here is not its own deadline.
  const validator = workerValidator({ timeoutMs: 600_000 });
  const wired = checks(validator);
  const clientInfo = { name: "interop", version: "1.0.0" };
  const client = new Client({ clientInfo, ...(wired === undefined ? {} : { checks: wired }) });
  client.addServer("one", server());
  await client.connect();
  return { client, validator };
}

test.each<[string, (validator: WorkerValidator) => ClientOptions["checks"]]>([
  ["as it is", (validator) => validator],
  ["by its check", ({ check }) => ({ check })],
  ["by its check, for arguments too", ({ check }) => ({ check, arguments: true })],
])("a validator is wired %s", async (_, wired) => {
  const { client, validator } = await checkedBy(wired);
  expect(await client.callTool("good")).toMatchObject({ structuredContent });
  expect(validator.usage().compilations).toBeGreaterThan(0);
  await client.close();
  await validator.close();
});

test.each([2, 24])(
  "L8: beside %i calls whose checks run away, a call of a tool that was checked before is answered, and they end at their own limits",
  async (count) => {
    const { client, validator } = await checkedBy((one) => one);
    await client.callTool("good");
    const bad = Promise.all(
      Array.from({ length: count }, (_, at) =>
        expect(client.callTool(`bad${at}`, {}, { totalMs: 3_000 })).rejects.toMatchObject({
          code: "unchecked_result",
          cause: { result: { structuredContent } },
        }),
      ),
    );
    for (let time = 0; time < 3; time += 1) {
      expect(await client.callTool("good")).toMatchObject({ structuredContent });
    }
    await bad;
    expect(validator.usage().waiting).toBe(0);
    await client.close();
    await validator.close();
  },
);

test("L8: a call whose check runs away ends with its client, and says that its tool ran", async () => {
  const { client, validator } = await checkedBy((one) => one);
  const error = expect(client.callTool("bad0")).rejects.toMatchObject({
    code: "connection_closed",
    message: expect.stringContaining("ran and gave its result"),
  });
  await vi.waitFor(() => expect(validator.usage().compilations).toBe(1), { timeout: 30_000 });
  await client.close();
  await error;
  await validator.close();
});

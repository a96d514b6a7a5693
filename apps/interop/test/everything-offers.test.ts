import { httpTransport } from "@x/transport-http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Host, type SubscriptionEvent } from "./host.js";
import { everythingOverHttp, type HttpProcess } from "./http-processes.js";
import { unofficial } from "./official.js";
import { binOf } from "./published-servers.js";

let host: Host;
let endpoint: HttpProcess | undefined;

const TEXTS = "demo://resource/dynamic/text/{resourceId}";

describe.each(["stdio", "streamableHttp", "sse"] as const)(
  "server-everything over %s",
  (carrier) => {
    // One connection for both tests.
    beforeAll(async () => {
      host = new Host();
      if (carrier === "stdio") {
        host.add("one", [process.execPath, binOf("@modelcontextprotocol/server-everything")], {
          allowLegacy: true,
        });
      } else {
        endpoint = await everythingOverHttp(carrier);
        const path = carrier === "sse" ? "sse" : "mcp";
        const transport = httpTransport({ url: `http://127.0.0.1:${endpoint.port}/${path}` });
        host.client.addServer("one", transport, { allowLegacy: true });
      }
      expect(await host.client.connect()).toMatchObject([{ state: "ready", era: "legacy" }]);
    });

    afterAll(async () => {
      await host.client.close();
      await endpoint?.end();
      expect(host.alive).toEqual([]);
    });

    test("offers resources, prompts, completion and a sign of life, in official frames and without a fault", async () => {
      const { client } = host;
      const { items, refused } = await client.listResources("one");
      expect(refused).toEqual([]);
      const features = items.find(({ uri }) => uri.endsWith("/features.md"));
      expect(features).toMatchObject({ mimeType: "text/markdown" });
      expect(await client.readResource("one", features?.uri ?? "")).toMatchObject({
        contents: [{ mimeType: "text/markdown", text: expect.stringContaining("#") }],
      });
      const templates = (await client.listResourceTemplates("one")).items;
      expect(templates.map(({ uriTemplate }) => uriTemplate)).toContain(TEXTS);
      const blob = await client.readResource("one", "demo://resource/dynamic/blob/7");
      const bytes = Buffer.from(`${blob.contents[0]?.["blob"]}`, "base64");
      expect(bytes.toString()).toMatch(/^Resource 7: /);
      await expect(client.readResource("one", "demo://absent")).rejects.toMatchObject({
        code: "resource_not_found",
      });

      const prompts = client.prompts.map(({ canonical }) => canonical);
      expect(prompts).toEqual(expect.arrayContaining(["args-prompt", "completable-prompt"]));
      expect(await client.getPrompt("args-prompt", { city: "Łódź" })).toMatchObject({
        messages: [{ content: { text: expect.stringContaining("Łódź") } }],
      });
      const lead = { prompt: "completable-prompt" };
      expect((await client.complete(lead, { name: "department", value: "S" })).values).toEqual([
        "Sales",
        "Support",
      ]);
      const known = { department: "Sales" };
      expect((await client.complete(lead, { name: "name", value: "", known })).values).toEqual([
        "David",
        "Eve",
        "Frank",
      ]);
      const family = { peer: "one", uriTemplate: TEXTS };
      expect((await client.complete(family, { name: "resourceId", value: "7" })).values).toEqual([
        "7",
      ]);
      expect(await client.ping("one")).toBeLessThan(5000);
      expect(unofficial(host.sent.get("one") ?? [], "legacy")).toEqual([]);
      expect(host.told("fault")).toEqual([]);
    });

    test("logs, and tells of the resource that is listened to and of no other", async () => {
      const { client } = host;
      const uri = "demo://resource/dynamic/text/1";
      const events: SubscriptionEvent[] = [];
      await client.setLogLevel("one", "info");
      client.listen(
        "one",
        { resourceSubscriptions: [uri] },
        {
          onEvent: (event) => {
            events.push(event);
          },
        },
      );
      await expect.poll(() => events).toMatchObject([{ type: "acknowledged" }]);
      // It logs that it was subscribed to.
      await expect
        .poll(() => host.told("log").map(({ message }) => [message.level, `${message.data}`]))
        .toContainEqual(["info", expect.stringContaining(uri)]);
      await client.callTool("toggle-subscriber-updates", {});
      await expect.poll(() => events.at(-1)).toEqual({ type: "resource_updated", uri });
      await client.setLogLevel("one", "emergency");
      const levels = host
        .requests("one", "logging/setLevel")
        .map(({ params }) => params?.["level"]);
      expect(levels).toEqual(["info", "emergency"]);
      expect(host.requests("one", "resources/subscribe")).toMatchObject([{ params: { uri } }]);
      expect(unofficial(host.sent.get("one") ?? [], "legacy")).toEqual([]);
      expect(host.told("fault")).toEqual([]);
    });
  },
);

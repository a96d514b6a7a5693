import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { make } from "./harness.js";
import { arrived, discovering, modern } from "./servers.js";

test("I03, I07: icons are handed on as they came, and none is fetched", async () => {
  let asked = 0;
  const images = createServer((_, response) => response.end()).on("connection", () => {
    asked += 1;
  });
  images.listen(0, "127.0.0.1");
  await once(images, "listening");
  const { port } = images.address() as AddressInfo;
  const icons = [
    { src: `http://127.0.0.1:${port}/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] },
    { src: "javascript:alert(1)" },
  ];
  const a = modern("a", [], {
    "server/discover": discovering({ tools: {}, prompts: {}, resources: {} }),
    "tools/list": () => ({
      resultType: "complete",
      tools: [{ name: "t", inputSchema: { type: "object" }, icons }],
    }),
    "prompts/list": () => ({ resultType: "complete", prompts: [{ name: "p", icons }] }),
    "resources/list": () => ({
      resultType: "complete",
      resources: [{ uri: "note://1", name: "one", icons }],
    }),
  });
  const { client } = make();
  try {
    client.addServer("a", a.transport);
    await client.connect();
    await client.callTool("t");
    expect(client.tools[0]?.tool.icons).toEqual(icons);
    expect(client.prompts[0]?.prompt.icons).toEqual(icons);
    expect((await client.listResources("a")).items[0]?.["icons"]).toEqual(icons);
    await arrived();
    expect(asked).toBe(0);
    // That it would have been seen.
    await (await fetch(`http://127.0.0.1:${port}`)).text();
    expect(asked).toBe(1);
  } finally {
    await client.close();
    images.closeAllConnections();
    images.close();
    await once(images, "close");
  }
});

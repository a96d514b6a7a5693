import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StartedBrowser, startBrowser } from "./browser.js";

/** What a page does that speaks to a server itself. */
const SOURCE = `
  import { Client } from "@x/client";
  import { httpTransport } from "@x/transport-http";
  const client = new Client({ clientInfo: { name: "page", version: "1.0.0" } });
  client.addServer("files", httpTransport({ url: new URL("/mcp", location.href).href }));
  const [report] = await client.connect();
  const result = await client.callTool("search", { query: "shipped" });
  await client.close();
  globalThis.told = { report, tools: client.tools.length, result };
`;

let bundle: { readonly text: string; readonly inputs: Metafile["inputs"] };
let upstream: ChildProcess;
let site: Server;
let url: string;
let started: StartedBrowser;

beforeAll(async () => {
  bundle = await bundled();
  upstream = spawn(
    process.execPath,
    [
      fileURLToPath(import.meta.resolve("@x/demo/package.json")).replace(
        "package.json",
        "dist/servers/files.js",
      ),
    ],
    {
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  const { value } = await createInterface(upstream.stdout ?? process.stdin)
    [Symbol.asyncIterator]()
    .next();
  site = siteBefore(new URL((JSON.parse(value ?? "") as { readonly listening: string }).listening));
  await once(site.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  started = await startBrowser();
});

afterAll(async () => {
  await started?.close();
  site?.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  const over = once(upstream, "exit");
  upstream.stdin?.end();
  await over;
});

test("a bundle for browsers of the client and its HTTP transport has nothing of Node in it", () => {
  const files = Object.keys(bundle.inputs);
  expect(files.some((file) => file.includes("transport-http/dist"))).toBe(true);
  expect(files.filter((file) => /node-send|undici-send|index\.node/.test(file))).toEqual([]);
  expect(bundle.text).not.toMatch(/["']node:/);
});

test("in Chromium it discovers a server, lists its tools, calls one and ends", async () => {
  const page = await started.browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(url);
  const told = await page.waitForFunction(() => Reflect.get(globalThis, "told"));
  expect(await told.jsonValue()).toMatchObject({
    report: { name: "files", state: "ready", era: "modern", revision: "2026-07-28" },
    result: { content: [{ type: "text", text: expect.stringContaining("shipped") }] },
  });
  expect(complaints).toEqual([]);
  await page.close();
});

async function bundled(): Promise<typeof bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: SOURCE, resolveDir: import.meta.dirname },
    bundle: true,
    platform: "browser",
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  return { text: outputFiles[0]?.text ?? "", inputs: metafile.inputs };
}

/** A site of one page, which speaks to the server through the site, since that takes no request of another origin. */
function siteBefore(server: URL): Server {
  return createServer((incoming, outgoing) => {
    if (incoming.url !== "/mcp") {
      const isScript = incoming.url === "/page.js";
      outgoing.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      outgoing.end(
        isScript
          ? bundle.text
          : '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
      );
      return;
    }
    const { origin: _, ...headers } = incoming.headers;
    const { method } = incoming;
    const passed = request(server, {
      ...(method === undefined ? {} : { method }),
      headers: { ...headers, host: server.host },
    });
    passed.once("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.once("error", () => outgoing.destroy());
    outgoing.once("close", () => passed.destroy());
    incoming.pipe(passed);
  });
}

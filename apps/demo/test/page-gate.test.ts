import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { servePages } from "../src/console/page-server.js";
import { type Serving, serve, statusOf, WEB } from "./serving.js";

let serving: Serving;
beforeAll(async () => {
  serving = await serve();
});
afterEach(() => serving.drop());
afterAll(() => serving.close());

describe("who may open the socket", () => {
  test("the page itself, by either name of this machine", async () => {
    expect(await statusOf(serving.socket())).toBe(101);
    const name = `localhost:${serving.pages.port}`;
    expect(await statusOf(serving.socket({ host: name, origin: `http://${name}` }))).toBe(101);
  });

  test.each([
    ["another web page", "https://evil.example"],
    ["a page from another port", "http://127.0.0.1:1"],
    ["a page without an origin of its own", "null"],
    ["what says no origin", null],
    ["a secure page of the same name", "https://127.0.0.1"],
  ])("not %s", async (_, origin) => {
    expect(await statusOf(serving.socket({ origin }))).toBe(403);
  });

  test("not a name that somebody lets point to this machine, whatever its origin", async () => {
    const name = `rebound.example:${serving.pages.port}`;
    expect(await statusOf(serving.socket({ host: name, origin: `http://${name}` }))).toBe(403);
    expect(await statusOf(serving.socket({ host: name }))).toBe(403);
  });

  test.each(["", "x", "A".repeat(43), "%00", "é"])("not with the token %j", async (token) => {
    expect(await statusOf(serving.socket({ token }))).toBe(401);
  });

  test("not at another path, and not more pages than eight", async () => {
    expect(await statusOf(serving.socket({ path: "/" }))).toBe(404);
    const all = Array.from({ length: 8 }, () => serving.socket());
    expect(new Set(await Promise.all(all.map(statusOf)))).toEqual(new Set([101]));
    expect(await statusOf(serving.socket())).toBe(503);
  });

  test("the token is another one in each run, and long", async () => {
    const other = await servePages(serving.host, { web: WEB, port: 0 });
    expect(other.token).not.toBe(serving.pages.token);
    expect(Buffer.from(serving.pages.token, "base64url").length).toBe(32);
    await other.close();
  });
});

describe("whoever is refused and does not leave", () => {
  /** A connection of a stranger, who keeps its side open whatever comes. */
  async function stranger(port: number): Promise<Socket> {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => undefined);
    socket.write(
      [
        "GET /socket?token=wrong HTTP/1.1",
        `Host: 127.0.0.1:${port}`,
        "Connection: Upgrade",
        "Upgrade: websocket",
        "\r\n",
      ].join("\r\n"),
    );
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain("HTTP/1.1 403");
    return socket;
  }

  test("takes nobody's place: the connection is ended from this side", async () => {
    const socket = await stranger(serving.pages.port);
    await once(socket, "end");
    // What is written to a connection that the other side has given up breaks it.
    const gone = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    const writing = setInterval(() => socket.write("x"), 50);
    await gone;
    clearInterval(writing);
  });

  test("does not keep the console from its end", async () => {
    const other = await servePages(serving.host, { web: WEB, port: 0 });
    const socket = await stranger(other.port);
    await other.close();
    socket.destroy();
  });
});

describe("the files of the page", () => {
  test("are there for this host's names alone", async () => {
    const own = `127.0.0.1:${serving.pages.port}`;
    expect(await get("/", { host: own })).toBe(200);
    expect(await get("/page.js", { host: `localhost:${serving.pages.port}` })).toBe(200);
    expect(await get("/", { host: "rebound.example" })).toBe(403);
    expect(await get("/../package.json", { host: own })).toBe(404);
    expect(await get("/%2e%2e/package.json", { host: own })).toBe(404);
    expect(await get("//evil.example/", { host: own })).toBe(404);
    expect(await get("/", { host: own }, "POST")).toBe(405);
  });

  test("come with a policy that lets nothing in from elsewhere, and nothing inline", async () => {
    const { headers } = await fetch(`http://127.0.0.1:${serving.pages.port}/`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("name nothing that is elsewhere", async () => {
    for (const path of ["/", "/page.js", "/page.css"]) {
      const text = await (await fetch(`http://127.0.0.1:${serving.pages.port}${path}`)).text();
      const named = text.match(/https?:\/\/[\w.-]+/g) ?? [];
      // Names of XML vocabularies, which nobody fetches.
      expect(named.filter((url) => url !== "http://www.w3.org")).toEqual([]);
    }
  });

  test("are on the loopback address alone", async () => {
    const reached = await new Promise<boolean>((resolve) => {
      const tried = connect(serving.pages.port, "127.0.0.2", () => resolve(true));
      tried.on("error", () => resolve(false));
      tried.on("connect", () => tried.destroy());
    });
    expect(reached).toBe(false);
  });
});

/** The status of a request with these headers. */
function get(path: string, headers: { [name: string]: string }, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port: serving.pages.port, host: "127.0.0.1", path, headers, method }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
}

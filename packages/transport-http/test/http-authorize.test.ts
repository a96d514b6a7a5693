import { HTTP_FAULTS, type HttpBehaviour, httpReply, insteadOf } from "@x/testkit";
import { notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import type { Authorize } from "../src/index.js";
import { challenges, giving, guarded } from "./authorizing.js";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import { answering, endpoint, LEGACY, MODERN, scene, server, turns, until } from "./http-scene.js";

describe("where the endpoint asks for authorization", () => {
  test.each(BACK_END_NAMES)(
    "the request is sent once more with new headers, which are kept, over %s",
    async (name) => {
      const { url, requests } = await server(guarded(["new"]));
      const authorize = giving("new");
      const headers = { authorization: "Bearer old", "x-team": "blue" };
      const one = await scene({ url, headers, authorize, send: backEnd(name), era: MODERN });
      expect(await one.ask()).toMatchObject({ type: "response" });
      expect(await one.ask()).toMatchObject({ type: "response" });
      expect(authorize.demands).toEqual([{ status: 401, url, challenges }]);
      expect(requests.map((request) => request.headers["authorization"])).toEqual([
        "Bearer old",
        "Bearer new",
        "Bearer new",
      ]);
      expect(requests.map((request) => request.headers["x-team"])).toEqual([
        "blue",
        "blue",
        "blue",
      ]);
      expect(requests[1]?.body).toBe(requests[0]?.body);
    },
  );

  test("by 403 the same is done", async () => {
    const { url } = await server(guarded(["more"], 403));
    const authorize = giving("more");
    const one = await scene({ url, authorize, era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "response" });
    expect(authorize.demands).toMatchObject([{ status: 403 }]);
  });

  test("and new headers are refused too, that is the outcome", async () => {
    const { url, requests } = await server(guarded([]));
    const authorize = giving("wrong", "wronger");
    const one = await scene({ url, authorize, era: MODERN });
    const refused = { type: "http_status", status: 401, body: "Who are you?", challenges };
    expect(await one.ask()).toMatchObject(refused);
    expect([requests.length, authorize.demands.length]).toEqual([2, 1]);
  });

  test("anew, since the headers are worn out, the hook is asked anew", async () => {
    const tokens = ["first"];
    const { url } = await server((request, response) => guarded(tokens)(request, response));
    const authorize = giving("first", "second");
    const one = await scene({ url, authorize, era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "response" });
    tokens[0] = "second";
    expect(await one.ask()).toMatchObject({ type: "response" });
    expect(authorize.demands).toHaveLength(2);
  });

  test("of 64 requests at once, the hook is asked once", async () => {
    const { url, requests } = await server(guarded(["new"]));
    const authorize = giving("new");
    const one = await scene({ url, authorize, era: MODERN });
    const outcomes = await Promise.all(Array.from({ length: 64 }, () => one.ask()));
    expect(outcomes.map(({ type }) => type)).toEqual(Array(64).fill("response"));
    expect([authorize.demands.length, requests.length]).toEqual([1, 128]);
  });

  test("of 64 requests at once and the hook has nothing to give, it is asked once as well", async () => {
    const { url, requests } = await server(guarded([]));
    const authorize = giving();
    const one = await scene({ url, authorize, era: MODERN });
    const outcomes = await Promise.all(Array.from({ length: 64 }, () => one.ask()));
    const refused = { type: "http_status", status: 401, body: "Who are you?", challenges };
    for (const outcome of outcomes) expect(outcome).toMatchObject(refused);
    expect([authorize.demands.length, requests.length]).toEqual([1, 64]);
    await one.ask();
    expect(authorize.demands).toHaveLength(2);
  });

  test("and nobody can be asked, that is the outcome", async () => {
    const { url, requests } = await server(guarded([]));
    const one = await scene({ url, era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "http_status", status: 401, challenges });
    expect(requests).toHaveLength(1);
  });

  test.each<[string, Authorize, string]>([
    ["rejects", () => Promise.reject(new Error("The browser was closed.")), "browser was closed"],
    [
      "throws",
      () => {
        throw new Error("No browser.");
      },
      "No browser",
    ],
    [
      "gives a header that is reserved",
      async () => ({ "Mcp-Method": "x" }),
      "set by the transport",
    ],
    [
      "gives what no header can carry",
      async () => ({ authorization: "a\nb" }),
      "no header can carry",
    ],
  ])("and the hook %s, the exchange says so", async (_how, authorize, why) => {
    const { url, requests } = await server(guarded(["new"]));
    const one = await scene({ url, authorize, era: MODERN });
    const message = expect.stringMatching(`HTTP 401.*${why}`);
    const failed = { type: "unreachable", code: "AUTHORIZE_FAILED", message };
    expect(await one.ask()).toMatchObject(failed);
    expect(requests).toHaveLength(1);
    expect(await one.ask()).toMatchObject(failed);
  });
});

test.each(["abort", "close"] as const)(
  "a request whose caller leaves while the hook is asked is not sent once more (%s)",
  async (how) => {
    const { url, requests } = await server(guarded(["new"]));
    let give = (_headers: { authorization: string }): void => {};
    const authorize: Authorize = () => new Promise((resolve) => (give = resolve));
    const one = await scene({ url, authorize, era: MODERN });
    const controller = new AbortController();
    const before = give;
    const asked = one.ask("tools/call", {}, { signal: controller.signal });
    await until(() => expect(give).not.toBe(before));
    if (how === "abort") controller.abort();
    else await one.connection.close();
    expect(await asked).toMatchObject({ type: how === "abort" ? "aborted" : "closed" });
    give({ authorization: "Bearer new" });
    await turns(5);
    expect(requests).toHaveLength(1);
  },
);

test("new headers go with notifications and the server's stream, and stay at the origin", async () => {
  const other = await server(answering);
  const { url, requests } = await endpoint("* legacy", {
    style: "legacy",
    session: "s",
    instead: (request) => {
      if (request.message?.["method"] === "tools/call") {
        return httpReply({ status: 307, headers: { location: other.url } });
      }
      const isKnown = request.headers["authorization"] === "Bearer new";
      return isKnown ? undefined : HTTP_FAULTS.unauthorized_401;
    },
  });
  const one = await scene({ url, authorize: giving("new") });
  await one.handshake(LEGACY.revision, { elicitation: {} });
  await until(() => expect(requests.at(-1)?.method).toBe("GET"));
  await one.connection.notify(notification("notifications/cancelled", { requestId: "x" }));
  expect(await one.askLegacy()).toMatchObject({ type: "http_status", status: 307 });
  await one.connection.close();
  const sent = requests.map(({ method, headers }) => [method, headers["authorization"] ?? ""]);
  expect(sent[0]).toEqual(["POST", ""]);
  expect(sent.slice(1).map(([, token]) => token)).toEqual(
    Array(sent.length - 1).fill("Bearer new"),
  );
  expect(sent.map(([method]) => method)).toContain("DELETE");
  expect(other.requests).toEqual([]);
});

test("nobody is asked for the sake of a goodbye", async () => {
  const { url } = await endpoint("* legacy", {
    style: "legacy",
    session: "s",
    instead: insteadOf({ http: "DELETE" }, HTTP_FAULTS.unauthorized_401),
  });
  const authorize = giving("new");
  const one = await scene({ url, authorize });
  await one.handshake();
  expect(await one.connection.close()).toMatchObject({ type: "local" });
  expect(authorize.demands).toEqual([]);
});

describe("the refusal that an authorization is asked for with", () => {
  test.each<[string, HttpBehaviour]>([
    ["never ends", (_request, response) => response.writeHead(401).write("Who")],
    ["breaks off", broken],
    ["is endless", (request, response) => endless(request, response)],
    ["has no body", httpReply({ status: 401 })],
  ])("is not waited for, though it %s", async (_how, refusal) => {
    const { url, requests } = await server((request, response) => {
      const isKnown = request.headers["authorization"] === "Bearer new";
      (isKnown ? answering : refusal)(request, response);
    });
    const one = await scene({ url, authorize: giving("new"), era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "response" });
    await until(() => expect(requests.map(({ reply }) => reply)).not.toContain("open"));
  });

  test.each<[string, HttpBehaviour, string]>([
    ["breaks off", broken, "Who"],
    ["is endless", (request, response) => endless(request, response), "Who"],
    ["is slow", slow, "Who are you?"],
  ])("is the outcome where there is nothing to give, though it %s", async (_how, refusal, body) => {
    const { url, requests } = await server(refusal);
    const one = await scene({ url, authorize: giving(), era: MODERN });
    const outcome = await one.ask();
    expect(outcome).toMatchObject({ type: "http_status", status: 401 });
    expect(outcome).toMatchObject({ body: expect.stringContaining(body) });
    await until(() => expect(requests.map(({ reply }) => reply)).not.toContain("open"));
  });
});

function broken(_request: unknown, response: Parameters<HttpBehaviour>[1]): void {
  response.writeHead(401, { "content-length": 1000 });
  response.write("Who", () => setImmediate(() => response.socket?.resetAndDestroy()));
}

function endless(
  request: Parameters<HttpBehaviour>[0],
  response: Parameters<HttpBehaviour>[1],
): void {
  response.writeHead(401).write("Who");
  response.writeHead = () => response;
  HTTP_FAULTS.endless_refusal(request, response);
}

function slow(_request: unknown, response: Parameters<HttpBehaviour>[1]): void {
  response.writeHead(401).write("Who ");
  void turns(10).then(() => response.end("are you?"));
}

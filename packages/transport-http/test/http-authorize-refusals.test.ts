import { HTTP_FAULTS, type HttpBehaviour, httpReply } from "@x/testkit";
import { describe, expect, test } from "vitest";
import { giving } from "./authorizing.js";
import { answering, MODERN, scene, server, turns, until } from "./http-scene.js";

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

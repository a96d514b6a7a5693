import type { HttpBehaviour } from "@x/testkit";
import { notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import { answer, MODERN, scene, server, turns } from "./http-scene.js";

/** Asks this side for something on its reply stream, and then answers. */
const asking: HttpBehaviour = (request, response) => {
  if (request.message?.["id"] === undefined) {
    response.writeHead(202).end();
    return;
  }
  const asked = { jsonrpc: "2.0", id: request.message["id"], method: "roots/list" };
  const ping = { jsonrpc: "2.0", id: "p", method: "ping" };
  response.writeHead(200, { "content-type": "text/event-stream" });
  const frames = [asked, ping].map((frame) => `data: ${JSON.stringify(frame)}\n\n`);
  response.end(`${frames.join("")}data: ${answer(request)}\n\n`);
};

describe("what goes to a modern server", () => {
  test.each(BACK_END_NAMES)(
    "is one request or notification a POST, to one place, never an array and never an answer, over %s",
    async (name) => {
      const { url, requests } = await server(asking);
      const one = await scene({ url, send: backEnd(name), era: MODERN });
      one.connection.on({ request: () => expect.unreachable("the host must not see it") });
      const said = await Promise.all([
        one.ask(),
        one.connection.notify(notification("notifications/a")),
        one.ask("tools/list", {}),
        one.connection.notify(notification("notifications/b")),
        one.ask("prompts/list", {}),
      ]);
      expect(said.map(({ type }) => type)).toEqual([
        "response",
        "sent",
        "response",
        "sent",
        "response",
      ]);
      await turns(5);
      expect(one.faults.map(({ code }) => code)).toEqual(Array(6).fill("server_request"));
      const { pathname } = new URL(url);
      expect(new Set(requests.map(({ method, path }) => `${method} ${path}`))).toEqual(
        new Set([`POST ${pathname}`]),
      );
      const methods = requests.map(({ body }) => {
        const { method, id, ...rest } = JSON.parse(body);
        expect(Object.keys(rest)).toEqual(
          rest.params === undefined ? ["jsonrpc"] : ["jsonrpc", "params"],
        );
        return `${method} ${typeof id}`;
      });
      expect(methods.toSorted()).toEqual([
        "notifications/a undefined",
        "notifications/b undefined",
        "prompts/list number",
        "tools/call number",
        "tools/list number",
      ]);
    },
  );
});

test.each(BACK_END_NAMES)(
  "headers of a reply are read in whatever case their names are, over %s",
  async (name) => {
    const { url } = await server((request, response) => {
      response.writeHead(200, { "CONTENT-TYPE": "text/event-stream" });
      response.end(`: a comment\n\ndata: ${answer(request)}\n\n`);
    });
    const one = await scene({ url, send: backEnd(name), era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "response" });
  },
);

import {
  HTTP_FAULTS,
  type HttpBehaviour,
  httpReply,
  insteadOf,
  type ReceivedRequest,
} from "@x/testkit";
import { notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import { answering, endpoint, LEGACY, MODERN, scene, server, until } from "./http-scene.js";

const SECRET = "s3cret-0123456789";
const headers = { authorization: `Bearer ${SECRET}`, "x-team": "blue" };

/** What a redirected request has to keep. */
function kept({ method, body, headers: sent }: ReceivedRequest): object {
  const { host: _host, connection: _connection, ...others } = sent;
  return { method, body, headers: others };
}

/** Answers rightly at `/mcp?moved` and by a fault at any other place. */
function movedBy(fault: HttpBehaviour): HttpBehaviour {
  return (request, response) => {
    const behaviour = request.path === "/mcp?moved" ? answering : fault;
    behaviour(request, response);
  };
}

function redirect(status: number, location: string): HttpBehaviour {
  return httpReply({ status, headers: { location } });
}

for (const name of BACK_END_NAMES) {
  describe(`a redirect over ${name}`, () => {
    test.each(["moved_301", "found_302", "temporary_307", "permanent_308"] as const)(
      "within the origin is followed with method, body and headers as they were: %s",
      async (fault) => {
        const { url, requests } = await server(movedBy(HTTP_FAULTS[fault]));
        const one = await scene({ url, headers, send: backEnd(name), era: MODERN });
        expect(await one.ask()).toMatchObject({ type: "response" });
        expect(requests.map(({ path }) => path)).toEqual(["/mcp", "/mcp?moved"]);
        const [first, second] = requests.map(kept);
        expect(second).toEqual(first);
        expect(second).toMatchObject({ method: "POST", headers: { ...headers } });
      },
    );

    test.each([
      [301, "OTHER"],
      [302, "OTHER"],
      [307, "OTHER"],
      [308, "//HOST/mcp"],
      [307, "http://user:pass@SELF/mcp?moved"],
      [307, "javascript:alert(1)"],
      [307, "http://"],
    ] as const)(
      "by %i to %s is not followed, and what it leads to hears nothing",
      async (status, to) => {
        const other = await server(answering);
        const { url, requests } = await server((request, response) => {
          const location = to
            .replace("OTHER", other.url)
            .replace("HOST", new URL(other.url).host)
            .replace("SELF", new URL(url).host);
          redirect(status, location)(request, response);
        });
        const one = await scene({ url, headers, send: backEnd(name), era: MODERN });
        expect(await one.ask()).toMatchObject({ type: "http_status", status });
        expect(requests).toHaveLength(1);
        expect(other.requests).toEqual([]);
      },
    );

    test("is followed five times in a row, and no more", async () => {
      const { url, requests } = await server(HTTP_FAULTS.loop_307);
      const one = await scene({ url, headers, send: backEnd(name), era: MODERN });
      expect(await one.ask()).toMatchObject({ type: "http_status", status: 307 });
      expect(requests).toHaveLength(6);
    });
  });
}

test("a redirect that says to ask by GET, or says no place, is not followed", async () => {
  for (const behaviour of [HTTP_FAULTS.see_other_303, httpReply({ status: 307 })]) {
    const { url, requests } = await server(behaviour);
    const one = await scene({ url, era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "http_status" });
    expect(requests).toHaveLength(1);
  }
});

test.each([
  ["moved_301", ["/mcp", "/mcp?moved", "/mcp?moved"]],
  ["permanent_308", ["/mcp", "/mcp?moved", "/mcp?moved"]],
  ["found_302", ["/mcp", "/mcp?moved", "/mcp", "/mcp?moved"]],
  ["temporary_307", ["/mcp", "/mcp?moved", "/mcp", "/mcp?moved"]],
] as const)("a place is remembered where it is for good: %s", async (fault, paths) => {
  const { url, requests } = await server(movedBy(HTTP_FAULTS[fault]));
  const one = await scene({ url, era: MODERN });
  expect(await one.ask()).toMatchObject({ type: "response" });
  expect(await one.ask()).toMatchObject({ type: "response" });
  expect(requests.map(({ path }) => path)).toEqual(paths);
});

test("what is remembered belongs to a connection, and a chain of places to its last", async () => {
  const { url, requests } = await server((request, response) => {
    if (request.path === "/mcp") redirect(308, "/b")(request, response);
    else if (request.path === "/b") redirect(301, "c?x=1#fragment")(request, response);
    else answering(request, response);
  });
  for (let opening = 0; opening < 2; opening += 1) {
    const one = await scene({ url, era: MODERN });
    await one.ask();
    await one.ask();
  }
  const paths = ["/mcp", "/b", "/c?x=1", "/c?x=1"];
  expect(requests.map(({ path }) => path)).toEqual([...paths, ...paths]);
});

test("notifications, the stream of a legacy server and the end of its session follow as well", async () => {
  const { url, requests, log } = await endpoint("* legacy", {
    style: "legacy",
    session: "s",
    instead: insteadOf({ path: "/mcp" }, HTTP_FAULTS.temporary_307),
  });
  const one = await scene({ url, headers });
  await one.handshake(LEGACY.revision, { elicitation: {} });
  await until(() => expect(requests).toHaveLength(6));
  await one.connection.notify(notification("notifications/cancelled", { requestId: "x" }));
  await one.connection.close();
  const methods = requests.map(({ method, path }) => `${method} ${path}`);
  expect(methods).toEqual(
    ["POST", "POST", "GET", "POST", "DELETE"].flatMap((method) => [
      `${method} /mcp`,
      `${method} /mcp?moved`,
    ]),
  );
  for (const { headers: sent } of requests) expect(sent).toMatchObject(headers);
  expect(log.at(-1)).toBe("-");
});

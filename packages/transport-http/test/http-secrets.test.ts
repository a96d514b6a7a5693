import { HTTP_FAULTS, type HttpBehaviour, httpReply, insteadOf } from "@x/testkit";
import { notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import { guarded } from "./authorizing.js";
import {
  answer,
  endpoint,
  LEGACY,
  MODERN,
  type Scene,
  scene,
  server,
  until,
} from "./http-scene.js";

const TOKEN = "s3cret-0123456789-abcdef";
const KEY = 's3cret "quoted" key';
const headers = { authorization: `Bearer ${TOKEN}`, "x-api-key": KEY };
const EVENTS = { "content-type": "text/event-stream" };
const JSON_TYPE = { "content-type": "application/json" };

/** All that was told of a connection, as text. */
function told(one: Scene, ...more: readonly unknown[]): string {
  return JSON.stringify([one.faults, one.taps, ...more]);
}

function expectNoSecret(text: string): void {
  expect(text).not.toContain("s3cret");
  expect(text).not.toContain("0123456789");
  expect(text).not.toContain("quoted");
}

const ECHO = `You sent ${TOKEN} and ${KEY}`;
const QUOTED = JSON.stringify(ECHO);

describe("what the operator's headers keep secret is in nothing that is told, where the server", () => {
  test.each<[string, HttpBehaviour, string]>([
    ["refuses with it", httpReply({ status: 500, body: ECHO }), "http_status"],
    ["refuses with it in JSON", httpReply({ status: 400, body: QUOTED }), "http_status"],
    ["cuts it", httpReply({ status: 500, body: `x ${TOKEN.slice(0, 12)}` }), "http_status"],
    [
      "puts it where the end of what is kept would cut it",
      httpReply({ status: 500, body: `${"x".repeat(1990)}${TOKEN}` }),
      "http_status",
    ],
    [
      "puts it into headers",
      httpReply({ status: 503, headers: { server: TOKEN, "retry-after": TOKEN } }),
      "http_status",
    ],
    [
      "sends it elsewhere",
      httpReply({ status: 307, headers: { location: `http://else.invalid/?${TOKEN}` } }),
      "http_status",
    ],
    [
      "puts it into challenges",
      httpReply({
        status: 401,
        headers: { "www-authenticate": `Bearer error_description="${TOKEN}", Basic ${TOKEN}` },
      }),
      "http_status",
    ],
    [
      "says a page with it",
      httpReply({ status: 200, headers: { "content-type": "text/html" }, body: ECHO }),
      "http_status",
    ],
    [
      "says it instead of JSON",
      httpReply({ status: 200, headers: JSON_TYPE, body: ECHO }),
      "malformed",
    ],
    [
      "begins with it instead of JSON",
      httpReply({ status: 200, headers: JSON_TYPE, body: `{"a":${TOKEN}}` }),
      "malformed",
    ],
    [
      "says it as an envelope that is none",
      httpReply({ status: 200, headers: JSON_TYPE, body: `{"jsonrpc":${QUOTED}}` }),
      "malformed",
    ],
    [
      "says it beside what is not UTF-8",
      (_request, response) => {
        response.writeHead(200, JSON_TYPE);
        response.end(Buffer.concat([Buffer.from(ECHO), Buffer.of(0xff)]));
      },
      "malformed",
    ],
    [
      "says too much of it",
      httpReply({ status: 200, headers: JSON_TYPE, body: ECHO.repeat(100) }),
      "too_large",
    ],
    [
      "says too much of it in an event",
      httpReply({ status: 200, headers: EVENTS, body: `data: ${ECHO.repeat(100)}\n\n` }),
      "too_large",
    ],
    [
      "says it in events that are no messages",
      httpReply({
        status: 200,
        headers: EVENTS,
        body: `data: ${ECHO}\n\ndata: {"x":${QUOTED}}\n\n`,
      }),
      "stream_ended",
    ],
  ])("%s", async (_how, behaviour, type) => {
    const { url } = await server(behaviour);
    const one = await scene({ url, headers, era: MODERN, maxMessageBytes: 3000 });
    const outcome = await one.ask();
    expect(outcome.type).toBe(type);
    expectNoSecret(told(one, outcome));
  });

  test("refuses a notification with it", async () => {
    const { url } = await server(httpReply({ status: 500, body: ECHO }));
    const one = await scene({ url, headers, era: LEGACY });
    const outcome = await one.connection.notify(notification("notifications/x"));
    expect(outcome).toMatchObject({ type: "not_delivered" });
    expectNoSecret(told(one, outcome));
  });

  test("says it on its own stream, or by HTTP+SSE", async () => {
    const { url } = await endpoint(
      `
* {"method":"notifications/initialized"}
< ${ECHO}
< {"jsonrpc":"2.0","method":"notifications/x","params":{"text":${QUOTED}}}
* legacy`,
      { style: "sse" },
    );
    const one = await scene({ url, headers });
    await one.handshake("2024-11-05");
    await until(() => expect(one.notifications).toHaveLength(1));
    expect(one.faults).toMatchObject([{ code: "not_json" }]);
    expectNoSecret(told(one));
    const standing = await endpoint("* legacy", {
      style: "legacy",
      instead: insteadOf(
        { http: "GET" },
        httpReply({ status: 200, headers: EVENTS, body: `data: ${ECHO}\n\n` }),
      ),
    });
    const other = await scene({ url: standing.url, headers });
    await other.handshake(LEGACY.revision, { elicitation: {} });
    await until(() => expect(other.faults).toHaveLength(1));
    expectNoSecret(told(other));
  });
});

test("a message is handed on as it is, and only what is told of it is without secrets", async () => {
  const { url } = await server((request, response) => {
    response.writeHead(200, JSON_TYPE).end(answer(request, { resultType: "complete", text: ECHO }));
  });
  const one = await scene({ url, headers, era: MODERN });
  const outcome = await one.ask();
  expect(outcome).toMatchObject({ response: { result: { text: ECHO } } });
  expectNoSecret(told(one));
  expect(one.taps.at(-1)?.text).toContain("You sent [authorization] and [x-api-key]");
});

test("a message in which there is no secret is told as it came", async () => {
  const body = '{ "jsonrpc":"2.0", "id":1, "result":{"resultType":"complete","s":"s3cre"} }';
  const { url } = await server(httpReply({ status: 200, headers: JSON_TYPE, body }));
  const one = await scene({ url, headers, era: MODERN });
  expect(await one.ask()).toMatchObject({ type: "response" });
  expect(one.taps.at(-1)?.text).toBe(body);
});

test("the headers that authorization gave are secrets as well, those before them too", async () => {
  const tokens = ["first-s3cret-0123456789", "second-s3cret-0123456789"];
  const valid = ["first-s3cret-0123456789"];
  const seen: string[] = [];
  const { url } = await server((request, response) => {
    const guard = guarded(valid);
    if (request.message?.["method"] !== "tools/list") guard(request, response);
    else response.writeHead(500).end([...seen, request.headers["authorization"], TOKEN].join(" "));
    seen.push(request.headers["authorization"] ?? "");
  });
  let count = 0;
  const authorize = async () => ({ Authorization: `Bearer ${tokens[count++]}` });
  const one = await scene({ url, headers, authorize, era: MODERN });
  expect(await one.ask()).toMatchObject({ type: "response" });
  valid[0] = tokens[1] ?? "";
  expect(await one.ask()).toMatchObject({ type: "response" });
  const outcome = await one.ask("tools/list", {});
  expect(outcome).toMatchObject({ type: "http_status", status: 500 });
  expectNoSecret(told(one, outcome));
});

test("what a hook says of its failure is without the secrets that were sent", async () => {
  const { url } = await server(HTTP_FAULTS.unauthorized_401);
  const authorize = () => Promise.reject(new Error(`No use of ${TOKEN}`));
  const one = await scene({ url, headers, authorize, era: MODERN });
  expectNoSecret(told(one, await one.ask()));
});

test("the values in an endpoint's query are in no sentence about it", async () => {
  const started = await endpoint("* legacy", {
    style: "legacy",
    session: "s",
    instead: insteadOf({ method: "tools/call" }, HTTP_FAULTS.text_404),
  });
  const url = `${started.url}?key=${TOKEN}`;
  const lost = await scene({ url });
  await lost.handshake();
  const outcome = await lost.askLegacy();
  expect(outcome).toMatchObject({ reason: { message: expect.stringContaining("/mcp?key=…") } });
  const closed = await scene({ url });
  const reason = await closed.connection.close();
  await started.close();
  const gone = await scene({ url, era: MODERN });
  const unreachable = await gone.ask();
  expect(unreachable).toMatchObject({ type: "unreachable", code: "ECONNREFUSED" });
  expectNoSecret(JSON.stringify([outcome, reason, unreachable]));
});

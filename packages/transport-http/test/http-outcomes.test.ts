import type { ExchangeOutcome } from "@x/connection";
import { HTTP_FAULTS, type HttpFaultName, WANTED_TEXT } from "@x/testkit";
import { describe, expect, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import { MODERN, scene, server, until } from "./http-scene.js";

const refusal = (status: number, more: object = {}): object => ({
  type: "http_status",
  status,
  ...more,
});
const challenges = [
  {
    scheme: "bearer",
    params: { resource_metadata: "http://127.0.0.1/.well-known/x", scope: "tools" },
  },
];
const ended = { type: "stream_ended" };

/** What an exchange with a settled modern server ends as, by what the server does. */
const OUTCOMES: readonly (readonly [HttpFaultName, object])[] = [
  ["html_200", refusal(200, { body: "<!doctype html><title>Sign in</title>" })],
  ["empty_200", refusal(200, { body: "" })],
  ["json_200", { type: "malformed", fault: { code: "wrong_jsonrpc" } }],
  ["empty_202", refusal(202, { body: "" })],
  ["text_400", refusal(400, { body: "Bad Request: Server not initialized" })],
  ["unauthorized_401", refusal(401, { challenges })],
  ["unauthorized_401_rpc", refusal(401, { challenges })],
  ["forbidden_403", refusal(403, { body: "Forbidden" })],
  ["text_404", refusal(404, { body: "Not Found" })],
  ["text_405", refusal(405, { headers: { allow: "POST" } })],
  ["text_406", refusal(406)],
  ["proxy_407", refusal(407, { challenges: [{ scheme: "basic", params: { realm: "proxy" } }] })],
  ["limited_429", refusal(429, { headers: { "retry-after": "1" } })],
  ["text_500", refusal(500, { body: "Internal Server Error" })],
  ["unsupported_400_rpc", { type: "response", response: { error: { code: -32022 } } }],
  ["unknown_method_404_rpc", { type: "response", response: { error: { code: -32601 } } }],
  ["see_other_303", refusal(303)],
  ["elsewhere_307", refusal(307, { headers: { location: "http://elsewhere.invalid/mcp" } })],
  ["loop_307", refusal(307)],
  ["ends_at_once", ended],
  ["ends_unanswered", ended],
  ["ends_in_event", ended],
  ["retry_0", ended],
  ["other_id_json", ended],
  ["other_id_sse", ended],
  ["reset_at_once", ended],
  ["reset_in_body", ended],
  ["reset_in_stream", ended],
];

/** Servers that answer rightly in the end. */
const ANSWERED: readonly HttpFaultName[] = [
  "crlf",
  "lone_cr",
  "byte_order_mark",
  "comments",
  "no_space",
  "multi_line_data",
  "empty_id",
  "other_events",
  "split_utf8",
  "drip",
];

/** What bodies and streams without end do is in the tests of limits, what redirects do in theirs. */
const ELSEWHERE: readonly string[] = [
  "moved_301",
  "found_302",
  "temporary_307",
  "permanent_308",
  "endless_body",
  "endless_event",
  "endless_refusal",
  "endless_headers",
  "silent",
  "silent_body",
  "silent_stream",
];

test("every named fault of HTTP has a place in these tables", () => {
  const named = [...OUTCOMES.map(([name]) => name), ...ANSWERED, ...ELSEWHERE];
  expect([...named].sort()).toEqual(Object.keys(HTTP_FAULTS).sort());
});

const CASES: { readonly [prefix: string]: RegExp } = {
  "E6: ": /^(?:html_200|text_500|empty_202|text_40[045])$/,
  "E7: ": /^(?:unauthorized.*|forbidden_403|proxy_407|limited_429|elsewhere_307)$/,
  "H1: ": /^ends_/,
  "H2: ": /^other_id/,
  "H3: ": /^unknown_method/,
  "H7: ": /^(?:crlf|lone_cr|byte.*|comments|no_space|multi.*|empty_id|other_events|split.*)$/,
};

function named(name: string): string {
  const found = Object.entries(CASES).find(([, pattern]) => pattern.test(name));
  return `${found?.[0] ?? ""}${name}`;
}

/** A 407 fetch keeps to itself, by its standard; the drip takes long, and is the same bytes to all. */
function isAsked(backEndName: string, name: HttpFaultName): boolean {
  if (name === "drip") return backEndName === "node:http";
  return !(backEndName === "fetch" && name === "proxy_407");
}

for (const backEndName of BACK_END_NAMES) {
  describe(`an exchange over ${backEndName}`, () => {
    for (const [name, wanted] of OUTCOMES) {
      if (!isAsked(backEndName, name)) continue;
      const { type } = wanted as ExchangeOutcome;
      test(`${named(name)} ends as ${type}, at once and without a deadline`, async () => {
        const { url, requests } = await server(HTTP_FAULTS[name]);
        const { ask } = await opened(url, backEndName);
        expect(await ask()).toMatchObject(wanted);
        await until(() => {
          expect(requests.filter(({ reply }) => reply === "open")).toEqual([]);
        });
      });
    }

    const answered = ANSWERED.filter((name) => isAsked(backEndName, name));
    test.each(answered.map((name) => [named(name), name] as const))(
      "%s is the right answer",
      async (_label, name) => {
        const { url } = await server(HTTP_FAULTS[name]);
        const { ask, faults } = await opened(url, backEndName);
        const content = [{ type: "text", text: WANTED_TEXT }];
        expect(await ask()).toMatchObject({ type: "response", response: { result: { content } } });
        expect(faults).toEqual([]);
      },
    );
  });
}

test("a proxy that wants a password is a network error to fetch, and so no evidence of an era", async () => {
  const { url } = await server(HTTP_FAULTS.proxy_407);
  const { ask } = await opened(url, "fetch");
  expect(await ask()).toMatchObject({ type: "unreachable" });
});

async function opened(url: string, name: (typeof BACK_END_NAMES)[number]) {
  const one = await scene({ url, send: backEnd(name), era: MODERN });
  return { ask: () => one.ask(), faults: one.faults };
}

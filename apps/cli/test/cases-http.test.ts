import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded } from "./support/config.js";
import { endpoint } from "./support/http-server.js";
import { runHere } from "./support/run-here.js";

const JSON_TYPE = { "content-type": "application/json" };

const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString("base64")}?=`;

/** Tools with these schemas, by their names. */
const listing = (tools: Readonly<Record<string, object>>): Readonly<Record<string, object>> => ({
  "tools/list": {
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    tools: Object.entries(tools).map(([name, inputSchema]) => ({ name, inputSchema })),
  },
});

it.each([
  ["500", { status: 500, body: "oops" }],
  ["200 with HTML", { status: 200, headers: { "content-type": "text/html" }, body: "<html>" }],
  ["202 without a body", { status: 202 }],
  ["400 with a text", { status: 400, body: "Bad Request" }],
  ["404", { status: 404 }],
  ["405", { status: 405 }],
])(
  "E6: a legacy endpoint whose probe is answered %s is legacy where that is allowed, and only there",
  async (_what, refused) => {
    const gate = { refuses: "server/discover", with: () => refused };
    const { url, got } = await endpoint({ era: "legacy", tools: ["echo"] }, gate);
    const no = await runHere(["doctor", "-c", config({ a: { url } })]);
    expect(no.code).toBe(EXIT.unavailable);
    expect(got.map(({ asked }) => asked)).not.toContain("initialize");
    const yes = await runHere(["doctor", "-c", config({ a: { url, allowLegacy: true } })]);
    expect(yes).toMatchObject({ code: EXIT.ok });
    expect(yes.stdout).toContain("era       legacy, revision 2025-11-25");
  },
);

it("H1: a stream that ends without an answer fails the call at once", async () => {
  const headers = { "content-type": "text/event-stream" };
  const gate = { refuses: "tools/call", with: () => ({ status: 200, headers, body: ": hi\n\n" }) };
  const { url } = await endpoint({ tools: ["echo"] }, gate);
  const { code, stderr } = await runHere(["call", "a/echo", "-c", config({ a: { url } })]);
  expect(code).toBe(EXIT.unavailable);
  expect(stderr).toMatch(/was not answered: .*ended/);
});

it("H3: a 404 with an error of JSON-RPC is that error", async () => {
  const error = { code: -32601, message: "no such thing" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 3, error });
  const gate = { refuses: "tools/call", with: () => ({ status: 404, headers: JSON_TYPE, body }) };
  const { url } = await endpoint({ tools: ["echo"] }, gate);
  const { code, stderr } = await runHere(["call", "a/echo", "-c", config({ a: { url } })]);
  expect(code).toBe(EXIT.toolFailed);
  expect(stderr).toContain('-32601 "no such thing"');
});

it("H8: a name and an argument that a header cannot hold as they are go in their Base64 form", async () => {
  const region = { type: "string", "x-mcp-header": "Region" };
  const results = listing({ ünïcode: { type: "object", properties: { region } } });
  const { url, got } = await endpoint({ tools: ["echo"], results });
  for (const value of [" padded ", "=?base64?x?="]) {
    const args = ["call", "a/ünïcode", `region=${value}`, "-c", config({ a: { url } })];
    expect(await runHere(args)).toMatchObject({ code: EXIT.ok });
    expect(got.findLast(({ asked }) => asked === "tools/call")?.headers).toMatchObject({
      "mcp-name": base64("ünïcode"),
      "mcp-param-region": base64(value),
    });
  }
});

it("H9: a tool with a wrong x-mcp-header is left out with the reason, the others stay", async () => {
  const withHeader = (type: string, header: string): object => ({
    type: "object",
    properties: { one: { type, "x-mcp-header": header } },
  });
  const results = listing({
    good: withHeader("string", "One"),
    empty: withHeader("string", ""),
    number: withHeader("number", "One"),
  });
  const { url } = await endpoint({ tools: ["echo"], results });
  const { code, stdout, stderr } = await runHere(["tools", "-c", config({ a: { url } })]);
  expect(code).toBe(EXIT.ok);
  expect(stdout).toBe("a: 1 tool\n  good(one?: string)\n");
  expect(stderr).toMatch(/Tool "empty" of server "a" is left out: .*x-mcp-header/);
  expect(stderr).toMatch(
    /Tool "number" of server "a" is left out: .*its type is not one of string/,
  );
});

it.each([
  ["openai", /^[\w-]{1,64}$/],
  ["anthropic", /^[\w-]{1,128}$/],
  ["gemini", /^[A-Za-z_][\w-]{0,63}$/],
  ["bedrock", /^[A-Za-z]\w{0,63}$/],
] as const)(
  "L5: long names, dots and slashes are distinct for %s, and read back",
  async (provider, allowed) => {
    const schema = { type: "object" };
    const names = ["t".repeat(70), "has.dot", "has/slash", "has_dot"];
    const results = listing(Object.fromEntries(names.map((name) => [name, schema])));
    const file = config(
      { ["s".repeat(30)]: embedded({ results }) },
      { collision: "prefix-always" },
    );
    const run = await runHere(["names", "--provider", provider, "--json", "-c", file]);
    const told = JSON.parse(run.stdout).names as readonly {
      readonly name: string;
      readonly provider: { readonly name: string; readonly back: string };
    }[];
    expect(told.map(({ provider: { back } }) => back)).toEqual(told.map(({ name }) => name));
    const given = told.map((one) => one.provider.name);
    expect(new Set(given).size).toBe(names.length);
    expect(given.filter((name) => !allowed.test(name))).toEqual([]);
  },
);

import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded } from "./support/config.js";
import { endpoint } from "./support/http-server.js";
import { runHere } from "./support/run-here.js";
import { xMcp } from "./support/x-mcp.js";

it("doctor says of an endpoint what it is, and where, without the values in its query", async () => {
  const { url, got } = await endpoint({ tools: ["echo", "search"] });
  const headers = { Authorization: "Bearer tok-51f0a7c2" };
  const file = config({ web: { url: `${url}?api_key=key-8d1e44b0&alone#part`, headers } });
  const { code, stdout, stderr } = await runHere(["doctor", "--json", "--config", file]);
  expect({ code, stderr }).toEqual({ code: EXIT.ok, stderr: "" });
  expect(JSON.parse(stdout).servers).toEqual([
    {
      name: "web",
      endpoint: `${url}?api_key=…&…`,
      status: "ready",
      era: "modern",
      revision: "2026-07-28",
      reason: "discovered",
      message: expect.stringContaining("modern"),
      evidence: [expect.objectContaining({ step: "probe", sent: "server/discover 2026-07-28" })],
      elapsedMs: expect.any(Number),
      tools: 2,
    },
  ]);
  expect(got.map(({ asked }) => asked)).toEqual(["server/discover", "tools/list"]);
  for (const request of got) {
    expect(request.url).toBe("/mcp?api_key=key-8d1e44b0&alone");
    expect(request.headers).toMatchObject({ authorization: headers.Authorization });
  }
  const text = await runHere(["doctor", "--config", file]);
  expect(text.stdout).toContain(
    `web: ready\n  endpoint  ${url}?api_key=…&…\n  era       modern, revision 2026-07-28\n`,
  );
});

it("tools and call work over HTTP as over a process, side by side with processes", async () => {
  const { url, got } = await endpoint({ tag: "web", tools: ["search", "fail"] });
  const file = config({ web: { url }, local: embedded({ tag: "local", tools: ["search"] }) });
  const tools = await runHere(["tools", "--config", file]);
  expect(tools).toMatchObject({ code: EXIT.ok });
  expect([...tools.stdout.matchAll(/^ {2}([\w/]+)\(/gm)].map(([, name]) => name)).toEqual([
    "fail",
    "search",
    "local/search",
  ]);
  const search = await xMcp(["call", "search", "query=refund", "--config", file]);
  expect(search).toEqual({ code: EXIT.ok, stdout: "web searched refund\n", stderr: "" });
  const fail = await runHere(["call", "web/fail", "--config", file]);
  expect(fail).toMatchObject({ code: EXIT.toolFailed, stdout: "the disk is full\n" });
  expect(got.at(-1)?.asked).toBe("tools/call");
});

it("a legacy endpoint is one by evidence, and only where it is allowed", async () => {
  const { url, got } = await endpoint({ era: "legacy", tools: ["echo"] });
  const denied = await runHere(["doctor", "--config", config({ web: { url } })]);
  expect(denied.code).toBe(EXIT.unavailable);
  expect(denied.stdout).toContain("web: unavailable (legacy_not_allowed)");
  expect(denied.stdout).toContain('set "allowLegacy": true for it.');
  expect(got.map(({ asked }) => asked)).toEqual(["server/discover"]);
  const allowed = config({ web: { url, allowLegacy: true } });
  const { code, stdout } = await runHere(["doctor", "--config", allowed]);
  expect(code).toBe(EXIT.ok);
  expect(stdout).toContain("  era       legacy, revision 2025-11-25\n  tools     1\n");
});

it('a server of "type": "sse" is a legacy one: doctor names the option that lets it be spoken to', async () => {
  const { url } = await endpoint(
    { era: "legacy", tools: ["search"], tag: "old" },
    { binding: "sse" },
  );
  const denied = await runHere(["doctor", "--config", config({ web: { type: "sse", url } })]);
  expect(denied.code).toBe(EXIT.unavailable);
  expect(denied.stdout).toContain('set "allowLegacy": true for it.');
  const allowed = config({ web: { type: "sse", url, allowLegacy: true } });
  const called = await runHere(["call", "web/search", "query=x", "--config", allowed]);
  expect(called).toEqual({ code: EXIT.ok, stdout: "old searched x\n", stderr: "" });
});

it("an endpoint that nothing listens at is unavailable, with the platform's code and a remedy", async () => {
  const file = config({ web: { url: "http://127.0.0.1:9/mcp?key=s3cret" } });
  const { code, stdout } = await runHere(["doctor", "--config", file]);
  expect(code).toBe(EXIT.unavailable);
  expect(stdout).toContain(
    "web: unavailable (unreachable)\n  endpoint  http://127.0.0.1:9/mcp?key=…\n",
  );
  expect(stdout).toMatch(/ECONNREFUSED/);
  const called = await runHere(["call", "web/echo", "--config", file]);
  expect(called.code).toBe(EXIT.unavailable);
  expect(`${stdout}${called.stderr}`).not.toContain("s3cret");
});

it("E7: a redirect to another origin and a limit are surfaced as that, with what to do, never initialize", async () => {
  const elsewhere = "https://other.example/mcp?ticket=1234";
  const moved = await endpoint(
    {},
    { with: () => ({ status: 307, headers: { location: elsewhere } }) },
  );
  const missing = await endpoint({}, { with: () => ({ status: 404 }) });
  const busy = await endpoint(
    {},
    { with: () => ({ status: 429, headers: { "retry-after": "30" } }) },
  );
  const servers = [moved, missing, busy].map(({ url }) => ({ url, allowLegacy: true }));
  const { code, stdout } = await runHere([
    "doctor",
    "--json",
    "--config",
    config(Object.fromEntries(servers.map((server, index) => [`s${index}`, server]))),
  ]);
  expect(code).toBe(EXIT.unavailable);
  expect(JSON.parse(stdout).servers).toMatchObject([
    {
      reason: "redirected",
      refusal: {
        status: 307,
        hint: "It redirects to https://other.example/mcp?ticket=….",
        challenges: [],
      },
    },
    { era: "unknown", refusal: { status: 404, hint: 'Check the path of its "url".' } },
    {
      reason: "rate_limited",
      refusal: { status: 429, hint: "It can be asked again in 30 seconds." },
    },
  ]);
  expect(moved.got).toHaveLength(1);
  expect(busy.got).toHaveLength(1);
});

it.each([
  [
    { url: "http://example.com/mcp?key=s3cret" },
    ["http://example.com/mcp?key=…", '"allowInsecure": true'],
  ],
  [{ url: "https://example.com:99999/?key=s3cret" }, ["not a URL"]],
  [{ url: "https://example.com", headers: { "Mcp-Method": "s3cret" } }, ['"Mcp-Method"']],
  [{ url: "https://example.com", headers: { "Content-Type": "s3cret" } }, ['"Content-Type"']],
  [{ url: "https://example.com", headers: { "X-Key": "s3cret 😀" } }, ['"X-Key"']],
])(
  "a server that no transport can be made for is told by file and line, and costs the others nothing: %j",
  async (web, says) => {
    const file = config({ good: embedded({ tools: ["echo"] }), web });
    for (const [command, expected] of [
      [["doctor"], EXIT.partial],
      [["tools"], EXIT.partial],
      [["call", "good/echo"], EXIT.ok],
      [["call", "web/echo"], EXIT.usage],
      [["read", "web", "x:a"], EXIT.usage],
    ] as const) {
      const { code, stdout, stderr } = await runHere([...command, "--config", file]);
      expect(code).toBe(expected);
      const told = stdout + stderr;
      for (const part of [`${file}: line 1, server "web"`, ...says]) {
        expect(told.replaceAll("\\", "")).toContain(part);
      }
      expect(told).not.toContain("s3cret");
    }
  },
);

it("allowInsecure lets http leave this machine, and credentials in a URL are refused before that", async () => {
  const url = "http://nowhere.invalid/mcp";
  const insecure = config({ web: { url, allowInsecure: true } });
  const { code, stdout } = await runHere(["doctor", "--config", insecure]);
  expect(code).toBe(EXIT.unavailable);
  expect(stdout).toContain("unreachable");
  const file = config({ web: { url: "https://me:s3cret@example.com/" } });
  const refused = await runHere(["doctor", "--config", file]);
  expect(refused.code).toBe(EXIT.usage);
  expect(refused.stdout).toContain(
    `${file}: line 1, server "web", url: expected a URL without a user name`,
  );
  expect(refused.stdout + refused.stderr).not.toContain("s3cret");
});

import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded } from "./support/config.js";
import { endpoint, type Gate } from "./support/http-server.js";
import { runHere } from "./support/run-here.js";

const METADATA = "https://mcp.example/.well-known/oauth-protected-resource";
const CHALLENGE = `Bearer realm="notes", scope="notes:read notes:write", error="invalid_token", resource_metadata="${METADATA}", nonce="n-1", Basic realm="old"`;

/** Refuses all with this status, or only requests of one method. */
function gate(status: number, refuses?: string, challenge: string = CHALLENGE): Gate {
  const header = status === 407 ? "proxy-authenticate" : "www-authenticate";
  return {
    ...(refuses === undefined ? {} : { refuses }),
    with: () => ({ status, headers: { [header]: challenge }, body: "go away" }),
  };
}

it.each([
  { status: 401, reason: "unauthorized" },
  { status: 403, reason: "forbidden" },
  { status: 407, reason: "proxy_authentication_required" },
])(
  "E7: HTTP $status is surfaced as $reason with what it asks for, never as legacy, and ends with 3",
  async ({ status, reason }) => {
    const { url, got } = await endpoint({ tools: ["echo"] }, gate(status));
    const file = config({ web: { url, allowLegacy: true }, good: embedded({ tools: ["echo"] }) });
    const json = await runHere(["doctor", "--json", "--config", file]);
    expect(json.code).toBe(EXIT.authorization);
    expect(JSON.parse(json.stdout).servers[0]).toMatchObject({
      status: "unavailable",
      era: "unknown",
      reason,
      refusal: {
        status,
        challenges: [
          {
            scheme: "bearer",
            params: {
              realm: "notes",
              scope: "notes:read notes:write",
              error: "invalid_token",
              resource_metadata: METADATA,
            },
          },
          { scheme: "basic", params: { realm: "old" } },
        ],
      },
    });
    expect(json.stdout).not.toContain("n-1");
    const text = await runHere(["doctor", "--config", file]);
    expect(text.code).toBe(EXIT.authorization);
    expect(text.stdout).toContain(
      `  asks for  bearer realm="notes", resource_metadata="${METADATA}", scope="notes:read notes:write", error="invalid_token"\n` +
        '            basic realm="old"\n',
    );
    const tools = await runHere(["tools", "--config", file]);
    expect(tools).toMatchObject({
      code: EXIT.authorization,
      stdout: expect.stringMatching(
        /^good: 1 tool\n {2}echo\(.*\)\n {6}Give back the arguments\.\n$/,
      ),
    });
    const called = await runHere(["call", "web/echo", "--config", file]);
    expect(called).toMatchObject({ code: EXIT.authorization, stdout: "" });
    for (const { stderr } of [tools, called]) {
      expect(stderr).toContain("web is unavailable: ");
      expect(stderr).toContain('It asks for: bearer realm="notes"');
    }
    expect(called.stderr).toContain("Nothing was called.");
    expect(new Set(got.map(({ asked }) => asked))).toEqual(new Set(["server/discover"]));
  },
);

it.each([
  [401, {}, 'such as "Authorization": "Bearer $'],
  [403, { "X-Other": "abc" }, 'such as "Authorization": "Bearer $'],
  [401, { authorization: "Bearer old-token" }, "were not accepted"],
  [403, { AUTHORIZATION: "Bearer old-token" }, "more rights"],
])(
  "HTTP %i with the headers %j has a hint that says what to do in the configuration",
  async (status, headers, hint) => {
    const { url } = await endpoint({}, gate(status));
    const { stdout } = await runHere(["doctor", "--config", config({ web: { url, headers } })]);
    expect(stdout).toMatch(/^ {2}hint {6}/m);
    expect(stdout).toContain(hint);
  },
);

it.each(["tools/list", "tools/call"])(
  "an endpoint that asks for authorization only at %s ends a call with 3, too",
  async (method) => {
    const { url } = await endpoint({ tools: ["echo"] }, gate(401, method));
    const file = config({ web: { url } });
    const { code, stdout, stderr } = await runHere(["call", "web/echo", "--config", file]);
    expect({ code, stdout }).toEqual({ code: EXIT.authorization, stdout: "" });
    expect(stderr).toContain("401");
    expect(stderr).toContain('It asks for: bearer realm="notes"');
    const doctor = await runHere(["doctor", "--config", file]);
    expect(doctor.code).toBe(method === "tools/list" ? EXIT.authorization : EXIT.ok);
    expect(doctor.stdout.includes("asks for")).toBe(method === "tools/list");
  },
);

it("a challenge can do nothing to a terminal, and one without parameters is its scheme", async () => {
  const challenge = 'Negotiate, Bearer realm="\u0085[2J\u009b31m"';
  const { url } = await endpoint({}, gate(401, undefined, challenge));
  const { stdout } = await runHere(["doctor", "--config", config({ web: { url } })]);
  expect(stdout).toContain("  asks for  negotiate\n            bearer realm=");
  expect(stdout).not.toMatch(/[\u0080-\u009f]/);
});

const WANTS = { status: "asks for authorization", code: EXIT.authorization };

it("where a server asks for authorization, that is said before what is unavailable or partial", async () => {
  const { url } = await endpoint({}, gate(401));
  const web = { url };
  const dead = { command: "/no/such" };
  const good = embedded({ tools: ["echo"] });
  const half = embedded({ tools: ["echo"], loop: true });
  const cases: readonly (readonly [servers: object, code: number])[] = [
    [{ web }, WANTS.code],
    [{ web, good }, WANTS.code],
    [{ good, web, half }, WANTS.code],
    [{ dead, web }, WANTS.code],
    [{ dead, good }, EXIT.partial],
    [{ dead }, EXIT.unavailable],
  ];
  for (const [servers, code] of cases) {
    for (const command of ["doctor", "tools"]) {
      expect((await runHere([command, "--config", config(servers)])).code).toBe(code);
    }
  }
});

it("what is wrong with the configuration, or the command line, is said before what a server asks for", async () => {
  const { url } = await endpoint({}, gate(401));
  const same = embedded({ tools: ["echo"] });
  const file = config({ web: { url }, a: same, b: same }, { collision: "reject" });
  expect((await runHere(["doctor", "--config", file])).code).toBe(EXIT.usage);
  const unknown = config({ web: { url }, a: same });
  expect((await runHere(["call", "ecko", "--config", unknown])).code).toBe(EXIT.usage);
});

it("a call ends with 3 where a server asks for authorization that may have the tool", async () => {
  const { url } = await endpoint({}, gate(403));
  const dead = { command: "/no/such" };
  const good = embedded({ tools: ["echo"] });
  const before = await runHere(["call", "echo", "--config", config({ dead, web: { url }, good })]);
  expect(before.code).toBe(EXIT.authorization);
  expect(before.stderr).toContain(
    '"echo" may be a tool of dead (unavailable) or of web (unavailable)',
  );
  const after = await runHere(["call", "echo", "--config", config({ good, web: { url } })]);
  expect(after.code).toBe(EXIT.ok);
  const nobody = await runHere(["call", "echo", "--config", config({ dead, web: { url } })]);
  expect(nobody.code).toBe(EXIT.authorization);
  const exact = await runHere(["call", "dead/echo", "--config", config({ dead, web: { url } })]);
  expect(exact.code).toBe(EXIT.unavailable);
});

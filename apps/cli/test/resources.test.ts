import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";

const REFUNDS = {
  uri: "policy://refunds",
  name: "refunds",
  title: "Refunds",
  description: "When a refund needs approval.\nAnd by whom.",
  mimeType: "text/plain",
  size: 40,
  annotations: { priority: 1 },
};
const ORDER = { uriTemplate: "order://{id}", name: "order" };

it("lists the resources and templates of all servers by server and URI, also one that two have", async () => {
  const file = config({
    a: embedded({ resources: [REFUNDS], templates: [ORDER] }),
    b: embedded({ era: "legacy", resources: [REFUNDS] }, { allowLegacy: true }),
    c: embedded({}),
  });
  const text = await runHere(["resources", "--config", file]);
  expect(text).toEqual({
    code: EXIT.ok,
    stdout: [
      "a — policy://refunds — text/plain — When a refund needs approval.\n",
      "b — policy://refunds — text/plain — When a refund needs approval.\n",
      "a — order://{id}     — template   — order\n",
    ].join(""),
    stderr: "",
  });
  const json = await runHere(["resources", "--json", "--config", file]);
  expect({ code: json.code, stderr: json.stderr }).toEqual({ code: EXIT.ok, stderr: "" });
  const { servers, ...answer } = JSON.parse(json.stdout);
  expect(answer).toEqual({
    resources: [
      { server: "a", ...REFUNDS },
      { server: "b", ...REFUNDS },
    ],
    templates: [{ server: "a", ...ORDER, description: null, mimeType: null }],
    refused: [],
    undeclared: ["c"],
  });
  expect(servers.map(({ name, status }: Record<string, string>) => [name, status])).toEqual([
    ["a", "ready"],
    ["b", "ready"],
    ["c", "ready"],
  ]);
});

it("lists those of one server and starts no other", async () => {
  const file = config({ a: { command: "/no/such" }, b: embedded({ resources: [REFUNDS] }) });
  const { code, stdout, stderr } = await runHere(["resources", "b", "--json", "--config", file]);
  expect({ code, stderr }).toEqual({ code: EXIT.ok, stderr: "" });
  const { resources, servers } = JSON.parse(stdout);
  expect(resources).toHaveLength(1);
  expect(servers).toHaveLength(1);
});

it("a server that is unavailable is said so, and ends it as it ends tools", async () => {
  const dead = server({ exit: 3 });
  const some = await runHere([
    "resources",
    "--config",
    config({ dead, b: embedded({ resources: [REFUNDS] }) }),
  ]);
  expect(some.code).toBe(EXIT.partial);
  expect(some.stdout).toContain("b — policy://refunds");
  expect(some.stderr).toContain("dead is unavailable: ");
  const none = await runHere(["resources", "dead", "--config", config({ dead, b: embedded({}) })]);
  expect(none).toMatchObject({ code: EXIT.unavailable, stdout: "" });
});

it("a list that its server refuses is told and partial; one of templates that it does not know is not", async () => {
  const resources = [REFUNDS];
  const file = config({
    a: embedded({ resources, refuses: { "resources/list": "no disk" } }),
    b: embedded({ resources, templates: [], refuses: { "resources/templates/list": "no disk" } }),
  });
  const text = await runHere(["resources", "--config", file]);
  expect(text.code).toBe(EXIT.partial);
  expect(text.stdout).toMatch(/^b — policy:\/\/refunds/);
  expect(text.stderr).toMatch(/^a: .*resources\/list of a failed: .*no disk/m);
  expect(text.stderr).toMatch(/^b: .*resources\/templates\/list of b failed: .*no disk/m);
  const json = await runHere(["resources", "a", "--json", "--config", file]);
  expect(JSON.parse(json.stdout).servers).toMatchObject([
    { status: "ready", listProblem: "rpc_error" },
  ]);
});

it("what is malformed is left out and told; the rest is listed", async () => {
  const bad = Array.from({ length: 12 }, (_, at) => ({ name: `bad ${at}` }));
  const file = config({ a: embedded({ resources: [REFUNDS, 7, ...bad] }) });
  const text = await runHere(["resources", "--config", file]);
  expect({ code: text.code, lines: text.stdout.trimEnd().split("\n").length }).toEqual({
    code: EXIT.ok,
    lines: 1,
  });
  expect(text.stderr).toContain(
    'A resource of server "a" is left out: it is not an object.\n' +
      'A resource "bad 0" of server "a" is left out: its uri is not text.\n',
  );
  expect(text.stderr).toContain("a: 3 more are left out. --json tells which.\n");
  const json = await runHere(["resources", "--json", "--config", file]);
  expect(JSON.parse(json.stdout).refused).toHaveLength(13);
});

it("K1: a server that is not declared is a usage error that names the one that was meant", async () => {
  const file = config({ notes: embedded({}), off: embedded({}, { disabled: true }) });
  for (const [command, says] of [
    [["resources", "note"], 'There is no server "note". Did you mean "notes"? Nothing was sent.'],
    [["read", "xyz", "a:b"], `There is no server "xyz". ${file} declares notes. Nothing was sent.`],
    [["listen", "off"], 'The server off is not used: it is "disabled". Nothing was sent.'],
  ] as const) {
    const { code, stdout, stderr } = await runHere([...command, "--config", file]);
    expect({ code, stdout, stderr }).toEqual({
      code: EXIT.usage,
      stdout: "",
      stderr: `x-mcp: ${says}\n`,
    });
  }
});

it("K5: a secret that a server writes into what it lists is not shown", async () => {
  const leak = {
    uri: "x://$TOKEN",
    name: "$TOKEN",
    title: "$TOKEN",
    description: "Uses $TOKEN.",
    mimeType: "$TOKEN",
    annotations: { $TOKEN: "$TOKEN" },
  };
  const file = config({
    a: embedded(
      {
        resources: [leak, { name: "$TOKEN" }],
        templates: [{ ...leak, uriTemplate: "$TOKEN" }],
        prompts: [{ name: "$TOKEN", description: "$TOKEN", arguments: [{ name: "$TOKEN" }] }],
      },
      { env: { TOKEN: "tok-51f0a7c2" } },
    ),
  });
  for (const command of [["resources"], ["prompts"]]) {
    const text = await runHere([...command, "--config", file]);
    const json = await runHere([...command, "--json", "--config", file]);
    expect(JSON.parse(json.stdout)).toBeTypeOf("object");
    const all = `${text.stdout}${text.stderr}${json.stdout}${json.stderr}`;
    expect(all).toContain("[redacted]");
    expect(all).not.toContain("51f0");
  }
});

it("a list of 20,000 resources is listed whole, in little time", async () => {
  const resources = Array.from({ length: 20_000 }, (_, at) => ({ uri: `x:${at}`, name: "x" }));
  const startedAt = performance.now();
  const { code, stdout } = await runHere([
    "resources",
    "--config",
    config({ a: embedded({ resources }) }),
  ]);
  expect(code).toBe(EXIT.ok);
  expect(stdout.trimEnd().split("\n")).toHaveLength(20_000);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";

const TOOLS = ["search", "echo"];

it("lists every tool with its names, its server and its schema, and tells the collisions", async () => {
  const file = config({
    a: embedded({ tools: TOOLS }),
    b: embedded({ tools: ["search", "broken"] }),
  });
  const { code, stdout, stderr } = await runHere(["tools", "--json", "--config", file]);
  expect({ code, stderr }).toEqual({ code: EXIT.ok, stderr: "" });
  const { tools, collisions, quarantined, servers } = JSON.parse(stdout);
  const search = {
    localName: "search",
    title: "Search",
    description: "Find something.",
    inputSchema: { type: "object" },
    outputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
  };
  expect(tools).toEqual([
    {
      name: "echo",
      server: "a",
      localName: "echo",
      description: "Give back the arguments.\nAs JSON.",
      inputSchema: expect.objectContaining({ type: "object" }),
    },
    { ...search, name: "search", server: "a" },
    { ...search, name: "b/search", server: "b" },
  ]);
  expect(collisions).toEqual([
    {
      localName: "search",
      holder: "a",
      server: "b",
      name: "b/search",
      message: expect.stringMatching(/"a".*"b".*"search"/),
    },
  ]);
  expect(quarantined).toEqual([
    {
      server: "b",
      localName: "broken",
      reason: "input_schema_invalid",
      scope: "tool",
      message: expect.stringContaining('"broken"'),
    },
  ]);
  expect(
    servers.map(
      ({ name, status, tools: count }: { name: string; status: string; tools: number }) => [
        name,
        status,
        count,
      ],
    ),
  ).toEqual([
    ["a", "ready", 2],
    ["b", "ready", 1],
  ]);
});

it("L3: instances that report the same serverInfo.name are told apart by their configured names", async () => {
  const same = (): object => embedded({ era: "legacy", tools: ["search"] }, { allowLegacy: true });
  const file = config({ one: same(), two: same(), three: same() });
  const { code, stdout } = await runHere(["tools", "--json", "--config", file]);
  expect(code).toBe(EXIT.ok);
  expect(JSON.parse(stdout).tools.map(({ name }: { name: string }) => name)).toEqual([
    "search",
    "two/search",
    "three/search",
  ]);
});

it("prints for people a line a tool, and everything else on stderr", async () => {
  const file = config({
    a: embedded({ tools: TOOLS }),
    dead: server({ exit: 3 }),
    b: embedded({ tools: ["search", "broken"] }),
  });
  const { code, stdout, stderr } = await runHere(["tools", "--config", file]);
  expect(code).toBe(EXIT.partial);
  expect(stdout).toBe(
    [
      "echo     — a/echo   — Give back the arguments.\n",
      "search   — a/search — Find something.\n",
      "b/search — b/search — Find something.\n",
    ].join(""),
  );
  expect(stderr).toContain("dead is unavailable: ");
  expect(stderr).toContain('Servers "a" and "b" both offer a tool "search"');
  expect(stderr).toContain('Tool "broken" of server "b" is left out');
});

it("ends with 4 where no server is available", async () => {
  const { code, stdout, stderr } = await runHere([
    "tools",
    "--config",
    config({ dead: server({ exit: 3 }) }),
  ]);
  expect({ code, stdout }).toEqual({ code: EXIT.unavailable, stdout: "" });
  expect(stderr).toContain("dead is unavailable");
});

it("under reject a collision ends it with 2, naming the tool and both servers", async () => {
  const file = config(
    { a: embedded({ tools: ["search"] }), b: embedded({ tools: ["search"] }) },
    { collision: "reject" },
  );
  const { code, stdout, stderr } = await runHere(["tools", "--json", "--config", file]);
  expect(code).toBe(EXIT.usage);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "collision_rejected" } });
  expect(stderr).toContain('Servers "a" and "b" both offer a tool "search"');
});

it("K5: a secret that a server writes into its tools is not listed, and the document stays JSON", async () => {
  const secret = 'tok-"51f0"\\a7c2';
  const env = { TOKEN: secret, KIND: "object", FLAG: "true", NAME: "search" };
  const file = config({ a: embedded({ tools: ["leak", "search"] }, { env }) });
  const json = await runHere(["tools", "--json", "--config", file]);
  const { tools } = JSON.parse(json.stdout);
  expect(tools[0]).toMatchObject({
    description: "Uses [redacted].",
    inputSchema: { type: "object", properties: { token: { default: "[redacted]" } } },
  });
  expect(tools[1]).toMatchObject({ name: "search", inputSchema: { type: "object" } });
  const text = await runHere(["tools", "--config", file]);
  expect(text.stdout).toContain("leak   — a/leak   — Uses [redacted].\n");
  expect(`${json.stdout}${text.stdout}${text.stderr}`).not.toContain("51f0");
});

it("L1: a list that breaks off is used as far as it was read, said so, and exits partial", async () => {
  const file = config({ a: embedded({ tools: ["echo"], loop: true }), b: embedded({ tools: [] }) });
  const asText = await runHere(["tools", "--config", file]);
  expect(asText).toMatchObject({ code: EXIT.partial, stdout: expect.stringContaining("echo") });
  expect(asText.stderr).toMatch(/a: .*not whole/);
  const asJson = await runHere(["doctor", "--json", "--config", file]);
  expect(asJson.code).toBe(EXIT.partial);
  expect(JSON.parse(asJson.stdout).servers).toMatchObject([
    { status: "ready", tools: 1, listProblem: "cursor_loop" },
    { status: "ready", tools: 0 },
  ]);
});

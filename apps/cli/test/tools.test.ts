import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";

const TOOLS = ["search", "echo"];

it("says of a server that may be a legacy one how it is let be one, also where others are listed", async () => {
  const file = config({
    a: embedded({ tools: ["echo"] }),
    old: embedded({ era: "legacy", tools: ["echo"] }),
  });
  const { code, stderr } = await runHere(["tools", "--config", file]);
  expect(code).toBe(EXIT.partial);
  expect(stderr).toMatch(/^old is unavailable: .* x-mcp allow old lets it be a legacy server/m);
});

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
    signature: expect.stringMatching(/search\(\) -> object$/),
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
      signature: expect.stringMatching(/^echo\(text\?: string, count\?: integer, .*\)$/),
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
      "a: 2 tools\n",
      "  echo(text?: string, count?: integer, ratio?: number, loud?: boolean, nothing?: null, tags?: string[], " +
        "point?: object, limit?: integer | null, either?: integer | string, level?: 1 | 2 | 3, …)\n",
      "      Give back the arguments.\n",
      "  search() -> object\n",
      "      Find something.\n",
      "\n",
      "b: 1 tool\n",
      "  b/search() -> object\n",
      "      Find something.\n",
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
  expect(text.stdout).toContain('leak(token?: string = "[redacted]")\n      Uses [redacted].\n');
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

it("warns of more than 128 tools, and says which server costs what", async () => {
  const many = Array.from({ length: 100 }, (_, at) => `t${at}/search`);
  const few = many.slice(0, 29).map((name) => `x${name}`);
  const file = config({ few: embedded({ tools: few }), many: embedded({ tools: many }) });
  const { code, stderr } = await runHere(["tools", "-c", file]);
  expect(code).toBe(EXIT.ok);
  expect(stderr).toMatch(/^129 tools are more than the 128 .* about \d+ tokens .*"include"/m);
  const [first, second] = [
    ...stderr.matchAll(/^(\w+): (\d+) tools, (\d+) bytes, about (\d+) tokens$/gm),
  ];
  expect(first?.slice(1, 3)).toEqual(["many", "100"]);
  expect(second?.slice(1, 3)).toEqual(["few", "29"]);
  const { costs, tools } = JSON.parse((await runHere(["tools", "--json", "-c", file])).stdout);
  const own = tools.filter((tool: { server: string }) => tool.server === "few");
  const bytes = own.reduce(
    (sum: number, { name, description, inputSchema }: Record<string, unknown>) =>
      sum + Buffer.byteLength(JSON.stringify({ name, description, inputSchema })),
    0,
  );
  expect(costs[1]).toEqual({ server: "few", tools: 29, bytes, tokens: Math.ceil(bytes / 4) });
  const fits = await runHere(["tools", "many/", "-c", file]);
  expect(fits.stderr).toBe("");
});

it("on a terminal each line fits, whatever the schema is, and the names stand out", async () => {
  const file = config({ a: embedded({ tools: ["echo", "guide"] }) });
  const screen = { columns: 60, hasColours: true };
  const { stdout } = await runHere(["tools", "-c", file], { screen });
  const lines = stripVTControlCharacters(stdout).split("\n");
  expect(lines.filter(({ length }) => length > 60)).toEqual([]);
  expect(lines).toContain("  echo(text?: string, count?: integer, ratio?: number, …)");
  expect(stdout).toContain("\u001b[1mecho\u001b[22m(");
});

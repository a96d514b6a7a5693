import { expect, test } from "vitest";
import { configErrorOf, parse, parseText, reference } from "./parsing.js";

test("a file as Claude Desktop writes it gives a server with every default filled in", () => {
  const config = parse({ files: { command: "npx", args: ["-y", "files"], env: { ROOT: "/srv" } } });
  expect(config).toEqual({
    file: "mcp.json",
    files: ["mcp.json"],
    collision: "prefix",
    names: ["files"],
    servers: [
      {
        name: "files",
        origin: { file: "mcp.json", line: 1 },
        type: "stdio",
        command: "npx",
        args: ["-y", "files"],
        env: { ROOT: "/srv" },
        allowLegacy: false,
        variables: {},
        passwords: [],
        ignoredKeys: [],
      },
    ],
    disabled: [],
    unusable: [],
    inputs: [],
    replaced: [],
  });
});

test("a server with only a command has no arguments, no variables and no working directory", () => {
  const [server] = parse({ files: { command: "files" } }).servers;
  expect(server).toMatchObject({ args: [], env: {} });
  expect(server).not.toHaveProperty("cwd");
});

test("this project's own keys are read", () => {
  const own = {
    allowLegacy: { reopen: true },
    probeTimeoutMs: 1,
    legacyProbeTimeoutMs: 2,
    startTimeoutMs: 3,
    tools: { include: ["read"], exclude: ["write"] },
  };
  const [server] = parse({
    files: { type: "stdio", command: "files", cwd: "/srv", ...own },
  }).servers;
  expect(server).toMatchObject({ type: "stdio", cwd: "/srv", ...own });
});

test.each([true, false])("allowLegacy can be %s", (allowLegacy) => {
  expect(parse({ a: { command: "a", allowLegacy } }).servers[0]?.allowLegacy).toBe(allowLegacy);
});

test.each(["prefix", "reject", "prefix-always"])("the collision policy can be %s", (collision) => {
  expect(parseText(JSON.stringify({ mcpServers: {}, collision })).collision).toBe(collision);
});

test("an empty mcpServers is valid and gives no servers", () => {
  expect(parse({}).servers).toEqual([]);
});

test("servers keep the order of the file, even with names that JavaScript would sort", () => {
  const text = '{"mcpServers":{"b":{"command":"b"},"2":{"command":"c"},"1":{"command":"a"}}}';
  expect(parseText(text).servers.map((server) => server.name)).toEqual(["b", "2", "1"]);
});

test("a server that is disabled is named and not looked into", () => {
  const off = {
    command: "off",
    disabled: true,
    args: "not an array",
    env: { A: reference("UNSET") },
  };
  const config = parse({ off, on: { command: "on", disabled: false } });
  expect(config.disabled).toEqual(["off"]);
  expect(config.servers.map((server) => server.name)).toEqual(["on"]);
});

test("keys of editors are passed over and listed, in the order of the file", () => {
  const editors = {
    alwaysAllow: ["read"],
    autoApprove: [],
    timeout: 60,
    transportType: "stdio",
    description: "files",
    trust: true,
    includeTools: [],
    excludeTools: [],
    disabledTools: [],
    oauth: {},
    dev: {},
    icon: "",
    enabled: true,
    gallery: "",
    sandboxEnabled: true,
  };
  const [server] = parse({ files: { ...editors, command: "files" } }).servers;
  expect(server?.ignoredKeys).toEqual(Object.keys(editors));
});

test("keys of editors beside mcpServers are passed over", () => {
  const text = JSON.stringify({ globalShortcut: "", inputs: [], theme: "dark", mcpServers: {} });
  expect(parseText(text).servers).toEqual([]);
});

test("servers of other editors beside mcpServers are passed over", () => {
  const others = { servers: { a: 1 }, "mcp.servers": { b: 1 }, mcp: { servers: { c: 1 } } };
  const text = JSON.stringify({ ...others, mcpServers: { files: { command: "files" } } });
  expect(parseText(text).servers.map(({ name }) => name)).toEqual(["files"]);
});

test("K4: comments and trailing commas are passed over, as editors write them", () => {
  const text = `// servers
    { /* all
         of them */
      "mcpServers": {
        "web": { "url": "https://example.com/*/mcp", }, // "old": {}
        "files": { "command": "files", "args": ["//x", /* none */ "/*y*/",], },
      },
    } // the end`;
  expect(parseText(text).servers).toMatchObject([
    { name: "web", url: "https://example.com/*/mcp" },
    { name: "files", args: ["//x", "/*y*/"] },
  ]);
});

test("a byte order mark at the beginning is passed over", () => {
  expect(parseText('\uFEFF{"mcpServers":{}}').servers).toEqual([]);
});

test("members named __proto__ and constructor are names like any other, or refused", () => {
  const text = '{"mcpServers":{"a":{"command":"a","__proto__":{"args":["x"]},"constructor":1}}}';
  expect(parseText(text).servers[0]).toMatchObject({
    args: [],
    ignoredKeys: ["__proto__", "constructor"],
  });
  const inEnv = '{"mcpServers":{"a":{"command":"a","env":{"__proto__":"x"}}}}';
  expect(configErrorOf(() => parseText(inEnv)).problems).toMatchObject([
    { code: "invalid", server: "a", field: "env.__proto__" },
  ]);
});

import { expect, test } from "vitest";
import { configErrorOf, parse, problemsOf } from "./parsing.js";

test("a server with a url is an endpoint, with every default filled in", () => {
  expect(parse({ web: { url: "https://example.com/mcp" } }).servers).toEqual([
    {
      name: "web",
      origin: { file: "mcp.json", line: 1 },
      type: "http",
      url: "https://example.com/mcp",
      headers: {},
      allowInsecure: false,
      allowLegacy: false,
      variables: {},
      passwords: [],
      ignoredKeys: [],
    },
  ]);
});

test("an endpoint has its own keys, and those that every server has", () => {
  const own = {
    headers: { "X-Key": "abc" },
    allowInsecure: true,
    allowLegacy: true,
    probeTimeoutMs: 1,
    legacyProbeTimeoutMs: 2,
    startTimeoutMs: 3,
    tools: { include: ["read"], exclude: ["write"] },
  };
  const [server] = parse({ web: { url: "http://example.com/mcp", ...own, trust: true } }).servers;
  expect(server).toMatchObject({ type: "http", ...own, ignoredKeys: ["trust"] });
});

test.each(["http", "streamable-http", "sse", "streamableHttp"])(
  "type can be %s beside url: they are one thing here",
  (type) => {
    expect(parse({ web: { type, url: "http://localhost/" } }).servers[0]?.type).toBe("http");
  },
);

test.each([
  [
    { type: "stdio", url: "http://x" },
    '"http", "streamable-http" or "sse", or no `type`, beside `url`, found "stdio"',
  ],
  [
    { type: "ws", url: "http://x" },
    '"http", "streamable-http" or "sse", or no `type`, beside `url`, found "ws"',
  ],
  [{ type: "http", command: "x" }, '"stdio", or no `type`, beside `command`, found "http"'],
  [{ type: "sse", command: "x" }, '"stdio", or no `type`, beside `command`, found "sse"'],
  [{ type: null, command: "x" }, '"stdio", or no `type`, beside `command`, found null'],
])("a type that contradicts the server is refused: %j", (server, message) => {
  expect(problemsOf(server)).toEqual([
    { code: "invalid", line: 1, server: "files", field: "type", message: `expected ${message}` },
  ]);
});

test("command beside url is an error that names file, server, field and remedy", () => {
  const both = { command: "a", url: "https://example.com" };
  expect(configErrorOf(() => parse({ web: both })).message).toBe(
    'mcp.json: line 1, server "web", url: expected either `command` (a process) or `url` (an endpoint), found both; remove one of them',
  );
});

test.each([
  [{ args: [] }, undefined, "found neither; add one of them"],
  [{ type: "ws" }, undefined, "found neither; add one of them"],
  [{ type: "stdio" }, "command", 'expected a command beside `"type": "stdio"`, found none'],
  [{ type: "http" }, "url", 'expected a URL beside `"type": "http"`, found none'],
  [{ type: "sse", headers: {} }, "url", 'expected a URL beside `"type": "sse"`, found none'],
])("a server with neither command nor url is told what it lacks: %j", (server, field, message) => {
  const problems = problemsOf(server);
  expect(problems).toEqual([
    {
      code: "invalid",
      line: 1,
      server: "files",
      ...(field === undefined ? {} : { field }),
      message: expect.stringContaining(message),
    },
  ]);
});

test.each([
  [{ comand: "files" }, "comand", "command"],
  [{ URL: "https://x" }, "URL", "url"],
])("a misspelt command or url is named where neither is there: %j", (server, field, meant) => {
  expect(problemsOf(server)).toMatchObject([
    { message: expect.stringContaining("found neither") },
    { field, message: `unknown key; did you mean \`${meant}\`?` },
  ]);
});

test.each([
  [
    { url: "http://x", args: ["-y"] },
    "args",
    "belongs to a server with `command`, and this one has `url`; remove it",
  ],
  [
    { url: "http://x", cwd: "/" },
    "cwd",
    "belongs to a server with `command`, and this one has `url`; remove it",
  ],
  [
    { url: "http://x", env: {} },
    "env",
    "belongs to a server with `command`, and this one has `url`; remove it, or pass what is in it in `headers`",
  ],
  [
    { command: "x", headers: { A: "b" } },
    "headers",
    "belongs to a server with `url`, and this one has `command`; remove it, or pass what is in it in `env`",
  ],
  [
    { command: "x", allowInsecure: true },
    "allowInsecure",
    "belongs to a server with `url`, and this one has `command`; remove it",
  ],
  [{ url: "http://x", Header: {} }, "Header", "unknown key; did you mean `headers`?"],
  [
    { url: "http://x", allow_insecure: true },
    "allow_insecure",
    "unknown key; did you mean `allowInsecure`?",
  ],
  [
    { url: "http://x", Env: {} },
    "Env",
    "unknown key; did you mean `env`? A server with `url` has none",
  ],
  [
    { command: "x", header: {} },
    "header",
    "unknown key; did you mean `headers`? A server with `command` has none",
  ],
  [
    { command: "x", Url: "http://x" },
    "Url",
    "unknown key; did you mean `url`? A server with `command` has none",
  ],
])("a key of the other kind of server is refused: %j", (server, field, message) => {
  expect(problemsOf(server)).toEqual([
    { code: "invalid", line: 1, server: "files", field, message },
  ]);
});

test.each([
  [{ url: "ftp://example.com" }, "url"],
  [{ url: "example.com/mcp" }, "url"],
  [{ url: "https://" }, "url"],
  [{ url: "https:example.com" }, "url"],
  [{ url: "https://\\example.com" }, "url"],
  [{ url: "https://example.com/a b" }, "url"],
  [{ url: ["https://example.com"] }, "url"],
  [{ url: "https://example.com", allowInsecure: "true" }, "allowInsecure"],
  [{ url: "https://example.com", headers: ["A: x"] }, "headers"],
  [{ url: "https://example.com", headers: { A: 1 } }, "headers.A"],
  [{ url: "https://example.com", headers: { "A B": "x" } }, 'headers["A…"]'],
  [{ url: "https://example.com", headers: { A: "x\r\nB: y" } }, "headers.A"],
])("a text that could not be used later is refused now: %j", (server, field) => {
  expect(problemsOf(server)).toMatchObject([{ code: "invalid", server: "files", field }]);
});

test.each([
  "https://user:s3cret@example.com/mcp",
  "https://user@example.com",
  "https://@example.com",
  "HTTPS://a:b@c\\@example.com",
  "http://localhost:3000@example.com?a=b",
])("K5: credentials in a URL are refused, with headers as the remedy: %s", (url) => {
  const error = configErrorOf(() => parse({ web: { url } }));
  expect(error.problems).toMatchObject([{ code: "invalid", server: "web", field: "url" }]);
  expect(error.message).toContain('pass them in `headers`, such as `"Authorization": "Basic ..."`');
  expect(error.message).not.toContain("s3cret");
});

test.each(["https://example.com/@scope/mcp", "https://example.com?to=a@b", "http://[::1]:80/#@"])(
  "an @ behind the host is no credential: %s",
  (url) => {
    expect(parse({ web: { url } }).servers).toMatchObject([{ url }]);
  },
);

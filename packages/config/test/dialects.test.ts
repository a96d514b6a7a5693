import { expect, test } from "vitest";
import { type ConfigKind, parseConfig } from "../src/index.js";
import { argument, KINDS, OPTIONS, refusal } from "./dialect.js";
import { configErrorOf, reference } from "./parsing.js";

const WITH_PLACES: readonly ConfigKind[] = ["cursor", "vscode", "x-mcp"];

test.each(KINDS)(
  "K4: variables in braces, with a default and with env: are replaced in %s",
  (kind) => {
    const text = ["A", "env:A", "B:-two"].map(reference).join(" ");
    expect(argument(text, { kind })).toBe("one one two");
  },
);

test.each(KINDS)("K4: $NAME without braces is a variable for Gemini CLI only, so in %s", (kind) => {
  const text = "$A/$A.$A";
  expect(argument(text, { kind })).toBe(kind === "gemini-cli" ? "one/one.one" : text);
});

test.each(KINDS)("K4: a default is a remedy only where the editor knows it, so in %s", (kind) => {
  const problem = refusal(reference("UNSET"), { kind }) as { readonly message: string };
  const knows = ["claude-code", "gemini-cli", "x-mcp"].includes(kind);
  expect(problem.message).toBe(
    `the variable UNSET is not set; set it${knows ? `, or write ${reference("UNSET:-default")}` : ""}`,
  );
});

test("K4: $NAME that is not set is unresolved, $5 and a $ at the end are texts", () => {
  const kind = "gemini-cli";
  expect(refusal("$UNSET", { kind })).toMatchObject({
    code: "unresolved_variable",
    variable: "UNSET",
  });
  expect(argument("$5 5$ $ $-", { kind })).toBe("$5 5$ $ $-");
});

test.each(WITH_PLACES)("K4: places are replaced in %s", (kind) => {
  const text = ["workspaceFolder", "workspaceFolderBasename", "userHome", "pathSeparator", "/"];
  expect(argument(text.map(reference).join(" "), { kind })).toBe(
    "/home/ada/shop shop /home/ada / /",
  );
});

test.each(WITH_PLACES)("K4: on Windows the separator is a backslash, in %s too", (kind) => {
  const windows = { kind, workspaceFolder: "C:\\src\\shop", userHome: "C:\\Users\\Ada" };
  const text = ["workspaceFolderBasename", "pathSeparator", "/"].map(reference).join("");
  expect(argument(text, windows)).toBe("shop\\\\");
});

test.each(KINDS.filter((kind) => !WITH_PLACES.includes(kind)))(
  "K4: places mean nothing in %s, and are refused",
  (kind) => {
    expect(refusal(reference("userHome"), { kind })).toMatchObject({ code: "unresolved_variable" });
    expect(refusal(reference("/"), { kind })).toMatchObject({ code: "invalid" });
  },
);

test("K4: a place that nobody told is unresolved", () => {
  const text = JSON.stringify({ mcpServers: { a: { command: reference("workspaceFolder") } } });
  const error = configErrorOf(() => parseConfig(text, { file: ".cursor/mcp.json", env: {} }));
  expect(error.problems).toMatchObject([
    { code: "unresolved_variable", field: "command", variable: "workspaceFolder" },
  ]);
});

test("K4: ~ at the beginning is the home directory for VS Code only, where it is told", () => {
  expect(argument("~/bin", { kind: "vscode" })).toBe("/home/ada/bin");
  expect(argument("a~/bin", { kind: "vscode" })).toBe("a~/bin");
  expect(argument("~ada", { kind: "vscode" })).toBe("~ada");
  expect(argument("~/bin", { kind: "cursor" })).toBe("~/bin");
});

test.each(KINDS)("K4: envFile is read where the editor does, so in %s", (kind) => {
  const file = JSON.stringify({ mcpServers: { a: { command: "a", envFile: ".env" } } });
  const config = parseConfig(file, { ...OPTIONS, kind, readEnvFile: () => "KEY=value" });
  expect(config.servers).toMatchObject([
    WITH_PLACES.includes(kind)
      ? { env: { KEY: "value" }, ignoredKeys: [] }
      : { env: {}, ignoredKeys: ["envFile"] },
  ]);
});

test("numbers and null in env are VS Code's alone", () => {
  const text = JSON.stringify({
    mcpServers: { a: { command: "a", env: { PORT: 1, GONE: null } } },
  });
  const [server] = parseConfig(text, { ...OPTIONS, kind: "vscode" }).servers;
  expect(server).toMatchObject({ env: { PORT: "1" } });
  expect(
    configErrorOf(() => parseConfig(text, { ...OPTIONS, kind: "cursor" })).problems,
  ).toMatchObject([{ field: "env.PORT" }, { field: "env.GONE" }]);
});

test.each(KINDS)("a file without servers is none for %s, whose file is about more", (kind) => {
  const read = (): unknown => parseConfig('{"theme":"dark"}', { ...OPTIONS, kind }).servers;
  if (kind === "x-mcp") {
    expect(configErrorOf(read).problems).toMatchObject([{ field: "mcpServers", line: 1 }]);
  } else {
    expect(read()).toEqual([]);
  }
});

test.each([
  { servers: { a: { command: "a" } } },
  { "mcp.servers": { a: { command: "a" } } },
  { mcp: { servers: { a: { command: "a" } } } },
])("VS Code's places of servers are read in files of unknown kind, too: %j", (file) => {
  expect(parseConfig(JSON.stringify(file), OPTIONS).servers).toMatchObject([{ name: "a" }]);
});

test("Gemini CLI's lists of servers decide which of them are used", () => {
  const servers = Object.fromEntries(["a", "b", "c"].map((name) => [name, { command: name }]));
  const lists = { allowed: ["a", "c"], excluded: ["c"] };
  const text = JSON.stringify({ mcpServers: servers, mcp: lists });
  const config = parseConfig(text, { ...OPTIONS, kind: "gemini-cli" });
  expect(config.servers.map(({ name }) => name)).toEqual(["a"]);
  expect(config.disabled).toEqual(["b", "c"]);
  expect(parseConfig(text, OPTIONS).disabled).toEqual([]);
});

const URL_KEYS = ["url", "serverUrl", "httpUrl"];

test.each(URL_KEYS)("an endpoint can have its URL as %s", (key) => {
  const url = "https://example.com/mcp";
  const text = JSON.stringify({ mcpServers: { web: { [key]: url, headers: { A: "b" } } } });
  expect(parseConfig(text, OPTIONS).servers).toMatchObject([
    { type: "http", url, ignoredKeys: [] },
  ]);
});

test.each(URL_KEYS)(
  "what is wrong with a URL is told under the name it has in the file: %s",
  (key) => {
    const problemOf = (url: unknown): object | undefined => {
      const text = JSON.stringify({ mcpServers: { web: { [key]: url } } });
      return configErrorOf(() => parseConfig(text, OPTIONS)).problems[0];
    };
    expect(problemOf("ftp://x")).toMatchObject({ code: "invalid", field: key });
    expect(problemOf(1)).toMatchObject({ code: "invalid", field: key });
    expect(problemOf(reference("UNSET"))).toMatchObject({ variable: "UNSET", field: key });
  },
);

test("two URLs have to be the same, but for Gemini CLI, which takes httpUrl", () => {
  const twice = { httpUrl: "https://example.com/mcp", url: "https://example.com/sse" };
  const text = JSON.stringify({ mcpServers: { web: twice } });
  expect(configErrorOf(() => parseConfig(text, OPTIONS)).problems).toMatchObject([
    { code: "invalid", field: "url", message: expect.stringContaining("which differ") },
  ]);
  expect(parseConfig(text, { ...OPTIONS, kind: "gemini-cli" }).servers).toMatchObject([
    { url: twice.httpUrl, ignoredKeys: ["url"] },
  ]);
  const same = JSON.stringify({
    mcpServers: { web: { url: "https://x", serverUrl: "https://x" } },
  });
  expect(parseConfig(same, OPTIONS).servers).toMatchObject([{ url: "https://x" }]);
});

test.each(URL_KEYS)("command beside %s is refused", (key) => {
  const text = JSON.stringify({ mcpServers: { a: { command: "a", [key]: "https://x" } } });
  expect(configErrorOf(() => parseConfig(text, OPTIONS)).problems).toMatchObject([
    { field: key, message: expect.stringContaining("found both") },
  ]);
});

test("Copilot's list of tools in the file that it shares with Claude Code is what is included", () => {
  const text = JSON.stringify({ mcpServers: { a: { command: "a", tools: ["read_*", "search"] } } });
  expect(parseConfig(text, { ...OPTIONS, file: ".mcp.json" }).servers).toMatchObject([
    { tools: { include: ["read_*", "search"] } },
  ]);
  const wrong = JSON.stringify({ mcpServers: { a: { command: "a", tools: ["*", 1] } } });
  expect(
    configErrorOf(() => parseConfig(wrong, { ...OPTIONS, file: ".mcp.json" })).problems,
  ).toMatchObject([{ field: "tools.include[1]", line: 1 }]);
  expect(configErrorOf(() => parseConfig(text, OPTIONS)).problems).toMatchObject([
    { field: "tools" },
  ]);
});

const KEYS_OF_EDITORS = [
  "alwaysAllow alwaysLoad auth authProviderType autoApprove description dev disabledTools enabled",
  "enabledTools excludeTools extensionName gallery headersHelper icon includeTools isActive name",
  "oauth registry sandbox sandboxEnabled startupTimeout targetAudience timeout transport",
  "transportType trust version watchPaths",
].flatMap((keys) => keys.split(" "));

test.each(KINDS)("no key of an editor is taken for a misspelt one in %s", (kind) => {
  const more = Object.fromEntries(KEYS_OF_EDITORS.map((key) => [key, key]));
  for (const server of [{ command: "a" }, { url: "https://x" }]) {
    const text = JSON.stringify({ mcpServers: { a: { ...server, ...more } } });
    const [parsed] = parseConfig(text, { ...OPTIONS, kind }).servers;
    expect(parsed?.ignoredKeys).toEqual(KEYS_OF_EDITORS);
  }
});

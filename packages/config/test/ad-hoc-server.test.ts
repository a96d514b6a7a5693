import { expect, test } from "vitest";
import { adHocServer, mergeConfigs, secretsOf } from "../src/index.js";
import { configErrorOf, parse, reference } from "./parsing.js";

const OPTIONS = {
  name: "server",
  origin: { file: "the command line", line: 1 },
  allowLegacy: false,
  variables: {},
  passwords: [],
  ignoredKeys: [],
};

test("a command of its own is a configuration of one server", () => {
  const config = adHocServer({ command: "node", args: ["server.mjs"] });
  expect(config).toEqual({
    file: "the command line",
    files: ["the command line"],
    collision: "prefix",
    names: ["server"],
    servers: [{ ...OPTIONS, type: "stdio", command: "node", args: ["server.mjs"], env: {} }],
    disabled: [],
    unusable: [],
    inputs: [],
    replaced: [],
  });
});

test("a URL of its own is one, too, with a name, headers and permissions where they are given", () => {
  const headers = { Authorization: "Bearer s3cret" };
  const config = adHocServer({
    name: "web",
    url: "http://example.com",
    headers,
    allowInsecure: true,
    allowLegacy: { reopen: true },
  });
  expect(config.servers).toEqual([
    {
      ...OPTIONS,
      name: "web",
      allowLegacy: { reopen: true },
      type: "http",
      url: "http://example.com",
      headers,
      allowInsecure: true,
    },
  ]);
  expect(secretsOf(config)).toEqual(["Bearer s3cret", "s3cret"]);
});

test("what looks like a variable is a text: a shell has replaced what was one", () => {
  const args = [reference("HOME"), "$HOME"];
  const [server] = adHocServer({ command: "a", args, env: { A: "1" }, cwd: "/srv" }).servers;
  expect(server).toMatchObject({ args, env: { A: "1" }, cwd: "/srv" });
});

test.each([
  [{ command: "" }, "command"],
  [{ command: "a", env: { "A=B": "x" } }, 'env["A…"]'],
  [{ url: "example.com" }, "url"],
  [{ url: "https://me:s3cret@example.com" }, "url"],
  [{ url: "https://x", headers: { "A B": "s3cret" } }, 'headers["A…"]'],
  [{ url: "https://x", headers: { A: "s3cret\n" } }, "headers.A"],
])("what could not be used is refused as in a file, without its value: %j", (server, field) => {
  const error = configErrorOf(() => adHocServer(server));
  expect(error.problems).toMatchObject([{ code: "invalid", server: "server", field }]);
  expect(error.message).not.toContain("s3cret");
  expect(error.file).toBe("the command line");
});

test("L3: it cannot be named with a slash", () => {
  const error = configErrorOf(() => adHocServer({ name: "a/b", command: "a" }));
  expect(error.code).toBe("invalid_server_name");
});

test("it merges with files", () => {
  const merged = mergeConfigs([
    parse({ files: { command: "files" } }),
    adHocServer({ command: "a" }),
  ]);
  expect(merged.servers.map(({ name }) => name)).toEqual(["files", "server"]);
});

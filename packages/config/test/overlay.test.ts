import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  allowLegacyIn,
  type BindingDigest,
  bindingDigest,
  type Config,
  type Overlay,
  overlayText,
  type SaltedOverlay,
  type ServerConfig,
  withOverlay,
} from "../src/index.js";
import { parse } from "./parsing.js";

const FILE = "overlay.json";
const EMPTY: SaltedOverlay = { file: FILE, salt: "0123456789abcdef", servers: [] };
const PROCESS = { command: "npx", args: ["-y", "files"], env: { A: "1", B: "2" } };

function digestOf(server: ServerConfig, cwd = "/work"): BindingDigest {
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
  return bindingDigest(server, { cwd, salt: EMPTY.salt, sha256 });
}

function serverOf(server: object): ServerConfig {
  const [parsed] = parse({ files: server }).servers;
  if (parsed === undefined) throw new Error("expected a server");
  return parsed;
}

/** An overlay in which this server, under the name `files`, was allowed to be legacy. */
function allowing(server: object, reopen?: true): SaltedOverlay {
  const binding = digestOf(serverOf(server));
  return allowLegacyIn(EMPTY, "files", { binding, ...(reopen ? { reopen } : {}) });
}

function laid(config: Config, overlay: Overlay): ReturnType<typeof withOverlay> {
  return withOverlay(config, overlay, (server) => digestOf(server));
}

test("a server is allowed by an overlay as long as it is reached by the same binding", () => {
  const { config, notes } = laid(parse({ files: PROCESS }), allowing(PROCESS));
  expect(notes).toEqual([]);
  expect(config.servers).toMatchObject([
    {
      allowLegacy: true,
      origin: { file: "mcp.json", line: 1, overlay: { file: FILE, keys: ["allowLegacy"] } },
    },
  ]);
});

test("a permission to reopen is one", () => {
  const { config } = laid(parse({ files: PROCESS }), allowing(PROCESS, true));
  expect(config.servers[0]?.allowLegacy).toEqual({ reopen: true });
});

test.each([
  [{ ...PROCESS, command: "npx2" }, ["command"]],
  [{ ...PROCESS, args: ["-y files"] }, ["args"]],
  [{ ...PROCESS, args: ["files", "-y"] }, ["args"]],
  [{ ...PROCESS, env: { A: "1", B: "3" } }, ["env"]],
  [{ ...PROCESS, env: { A: "1" } }, ["env"]],
  [{ command: "other" }, ["command", "args", "env"]],
  [{ url: "https://example.com/mcp" }, ["type"]],
])(
  "a permission is void where the binding changed, and the note says in what: %j",
  (now, changed) => {
    const { config, notes } = laid(parse({ files: now }), allowing(PROCESS));
    expect(config.servers[0]?.allowLegacy).toBe(false);
    expect(config.servers[0]?.origin).not.toHaveProperty("overlay");
    expect(notes).toMatchObject([{ code: "allow_legacy_void", server: "files", changed }]);
    expect(notes[0]?.message).toContain(changed.map((part) => `\`${part}\``).join(", "));
  },
);

test("another working directory is another binding", () => {
  const { notes } = withOverlay(parse({ files: PROCESS }), allowing(PROCESS), (server) =>
    digestOf(server, "/elsewhere"),
  );
  expect(notes).toMatchObject([{ changed: ["cwd"] }]);
});

test("an endpoint is its URL; its headers change nothing", () => {
  const url = "https://example.com/mcp";
  const overlay = allowing({ url, headers: { Authorization: "Bearer one" } });
  const same = laid(parse({ files: { url, headers: { Authorization: "Bearer two" } } }), overlay);
  expect(same.config.servers[0]?.allowLegacy).toBe(true);
  const other = laid(parse({ files: { url: `${url}/` } }), overlay);
  expect(other.notes).toMatchObject([{ changed: ["url"] }]);
});

test("the order of variables in a file changes nothing", () => {
  const turned = { ...PROCESS, env: { B: "2", A: "1" } };
  expect(laid(parse({ files: turned }), allowing(PROCESS)).notes).toEqual([]);
});

test("two projects' servers of one name are both allowed, and a void note tells of the nearer one", () => {
  const other = { command: "node", args: ["server.mjs"] };
  const both = allowLegacyIn(allowing(PROCESS), "files", { binding: digestOf(serverOf(other)) });
  for (const server of [PROCESS, other]) {
    expect(laid(parse({ files: server }), both).config.servers[0]?.allowLegacy).toBe(true);
  }
  const third = { command: "node", args: ["other.mjs"] };
  expect(laid(parse({ files: third }), both).notes).toMatchObject([{ changed: ["args"] }]);
});

test("allowing a binding twice keeps the later permission", () => {
  const binding = digestOf(serverOf(PROCESS));
  const overlay = allowLegacyIn(allowing(PROCESS), "files", { binding, reopen: true });
  expect(overlay.servers).toEqual([{ name: "files", allowLegacy: [{ binding, reopen: true }] }]);
});

test("what a file allows itself needs no permission, and is not taken away", () => {
  const { config, notes } = laid(
    parse({ files: { command: "changed", allowLegacy: true } }),
    allowing(PROCESS),
  );
  expect(config.servers[0]?.allowLegacy).toBe(true);
  expect(notes).toEqual([]);
});

test("a permission for one name is none for another server with the same binding", () => {
  const { config, notes } = laid(parse({ others: PROCESS }), allowing(PROCESS));
  expect(config.servers[0]?.allowLegacy).toBe(false);
  expect(notes).toEqual([]);
});

test("other keys hold for the name, take the file's place, and are listed with their origin", () => {
  const own = {
    probeTimeoutMs: 1,
    legacyProbeTimeoutMs: 2,
    startTimeoutMs: 3,
    tools: { exclude: ["rm"] },
  };
  const file = { command: "any", probeTimeoutMs: 9, tools: { include: ["x"] } };
  const { config } = laid(parse({ files: file, rest: { command: "b" } }), {
    file: FILE,
    collision: "reject",
    servers: [{ name: "files", ...own }],
  });
  expect(config.servers[0]).toMatchObject({ command: "any", ...own });
  expect(config.servers[0]?.tools).toEqual({ exclude: ["rm"] });
  expect(config.servers[0]?.origin.overlay).toEqual({ file: FILE, keys: Object.keys(own) });
  expect(config.servers[1]?.origin).not.toHaveProperty("overlay");
  expect(config).toMatchObject({ collision: "reject", collisionFrom: FILE });
});

test("an overlay switches a server off, and cannot switch one on that is off in its file", () => {
  const off = { file: FILE, servers: [{ name: "a", disabled: true }] };
  const { config } = laid(parse({ a: { command: "a" }, b: { command: "b" } }), off);
  expect(config.servers.map(({ name }) => name)).toEqual(["b"]);
  expect(config.disabled).toEqual(["a"]);
  const on = { file: FILE, servers: [{ name: "a", disabled: false }] };
  expect(laid(parse({ a: { command: "a", disabled: true } }), on).notes).toMatchObject([
    { code: "disabled_in_file", server: "a" },
  ]);
});

test("K5: nothing of a server can be read in an overlay", () => {
  const server = {
    command: "s3cret-command",
    args: ["--token=s3cret-argument"],
    env: { "S3CRET-NAME": "s3cret-value" },
  };
  expect(overlayText(allowing(server)).toLowerCase()).not.toContain("s3cret");
  expect(overlayText(allowing({ url: "https://example.com/?key=s3cret" }))).not.toContain("s3cret");
});

test("K5: the same secret has another digest in every overlay", () => {
  const server = serverOf(PROCESS);
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
  const [one, other] = ["0123456789abcdef", "fedcba9876543210"].map((salt) =>
    Object.values(bindingDigest(server, { cwd: "/work", salt, sha256 })),
  );
  expect(one?.filter((digest) => other?.includes(digest))).toEqual(["stdio"]);
});

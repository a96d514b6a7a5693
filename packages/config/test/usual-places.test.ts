import { expect, test } from "vitest";
import { kindOfFile, mergeConfigs, parseConfig, usualPlaces } from "../src/index.js";

const LINUX = { platform: "linux", home: "/home/ada", cwd: "/home/ada/shop", env: {} };

test("on Linux the places are a person's, then the project's, this project's own last of each", () => {
  expect(usualPlaces(LINUX)).toEqual([
    {
      file: "/home/ada/.config/Claude/claude_desktop_config.json",
      kind: "claude-desktop",
      scope: "user",
    },
    { file: "/home/ada/.codeium/windsurf/mcp_config.json", kind: "windsurf", scope: "user" },
    { file: "/home/ada/.gemini/settings.json", kind: "gemini-cli", scope: "user" },
    { file: "/home/ada/.config/Code/User/settings.json", kind: "vscode", scope: "user" },
    { file: "/home/ada/.config/Code/User/mcp.json", kind: "vscode", scope: "user" },
    { file: "/home/ada/.cursor/mcp.json", kind: "cursor", scope: "user" },
    { file: "/home/ada/.claude.json", kind: "claude-code", scope: "user" },
    { file: "/home/ada/.config/x-mcp/mcp.json", kind: "x-mcp", scope: "user" },
    { file: "/home/ada/shop/.gemini/settings.json", kind: "gemini-cli", scope: "project" },
    { file: "/home/ada/shop/.vscode/settings.json", kind: "vscode", scope: "project" },
    { file: "/home/ada/shop/.vscode/mcp.json", kind: "vscode", scope: "project" },
    { file: "/home/ada/shop/.cursor/mcp.json", kind: "cursor", scope: "project" },
    { file: "/home/ada/shop/.mcp.json", kind: "claude-code", scope: "project" },
    {
      file: "/home/ada/.claude.json",
      kind: "claude-code",
      scope: "project",
      project: "/home/ada/shop",
    },
    { file: "/home/ada/shop/x-mcp.json", kind: "x-mcp", scope: "project" },
  ]);
});

function userFiles(surroundings: Parameters<typeof usualPlaces>[0]): readonly string[] {
  return usualPlaces(surroundings)
    .filter(({ scope }) => scope === "user")
    .map(({ file }) => file);
}

test("on a Mac applications keep what is a person's in the Library", () => {
  const files = userFiles({ ...LINUX, platform: "darwin", home: "/Users/ada" });
  const library = "/Users/ada/Library/Application Support";
  expect(files).toContain(`${library}/Claude/claude_desktop_config.json`);
  expect(files).toContain(`${library}/Code/User/mcp.json`);
  expect(files).toContain(`${library}/x-mcp/mcp.json`);
  expect(files).toContain("/Users/ada/.cursor/mcp.json");
});

test("on Windows it is APPDATA, or where that usually is", () => {
  const windows = { platform: "win32", home: "C:\\Users\\Ada", cwd: "D:\\shop", env: {} };
  const roaming = "C:\\Users\\Ada\\AppData\\Roaming";
  expect(userFiles(windows)).toContain(`${roaming}\\Claude\\claude_desktop_config.json`);
  expect(userFiles(windows)).toContain("C:\\Users\\Ada\\.codeium\\windsurf\\mcp_config.json");
  expect(usualPlaces(windows).map(({ file }) => file)).toContain("D:\\shop\\.vscode\\mcp.json");
  const elsewhere = { ...windows, env: { APPDATA: "E:\\Data" } };
  expect(userFiles(elsewhere)).toContain("E:\\Data\\Code\\User\\mcp.json");
  expect(userFiles(elsewhere)).toContain("E:\\Data\\x-mcp\\mcp.json");
});

test.each(["linux", "darwin", "win32", "freebsd"])(
  "on %s XDG_CONFIG_HOME is where this project's own file is",
  (platform) => {
    const env = { XDG_CONFIG_HOME: "/xdg", APPDATA: "/roaming" };
    const files = userFiles({ ...LINUX, platform, env }).map((file) => file.replaceAll("\\", "/"));
    expect(files).toContain("/xdg/x-mcp/mcp.json");
    expect(files.includes("/xdg/Code/User/mcp.json")).toBe(
      platform === "linux" || platform === "freebsd",
    );
  },
);

test("a relative XDG_CONFIG_HOME is passed over", () => {
  expect(userFiles({ ...LINUX, env: { XDG_CONFIG_HOME: "xdg" } })).toEqual(userFiles(LINUX));
});

test("CLAUDE_CONFIG_DIR moves Claude Code's own file", () => {
  const files = userFiles({ ...LINUX, env: { CLAUDE_CONFIG_DIR: "/etc/claude/" } });
  expect(files).toContain("/etc/claude/.claude.json");
});

test("in the home directory no file is there twice", () => {
  const files = usualPlaces({ ...LINUX, cwd: LINUX.home }).map(
    ({ file, project }) => `${file} ${project}`,
  );
  expect(new Set(files).size).toBe(files.length);
});

test("a place's file alone tells its kind", () => {
  for (const surroundings of [
    LINUX,
    { ...LINUX, platform: "darwin" },
    { ...LINUX, platform: "win32" },
  ]) {
    for (const { file, kind } of usualPlaces(surroundings)) {
      expect([file, kindOfFile(file)]).toEqual([file, kind]);
    }
  }
});

test("Claude Code's servers for one project are stronger than the project's own file, which is than the rest", () => {
  const server = (command: string): object => ({ mcpServers: { files: { command } } });
  const texts: Readonly<Record<string, object>> = {
    "/home/ada/.claude.json": {
      ...server("user"),
      projects: { "/home/ada/shop": server("local") },
    },
    "/home/ada/shop/.mcp.json": server("project"),
  };
  const configs = usualPlaces(LINUX).flatMap((place) => {
    const text = texts[place.file];
    return text === undefined ? [] : [parseConfig(JSON.stringify(text), { ...place, env: {} })];
  });
  expect(
    configs.map(({ servers }) => servers.map((one) => one.type === "stdio" && one.command)),
  ).toEqual([["user"], ["project"], ["local"]]);
  expect(mergeConfigs(configs).servers).toMatchObject([{ command: "local" }]);
});

import { readFileSync } from "node:fs";
import { type Config, type ConfigKind, parseConfig } from "../../src/index.js";

/** Files as each editor writes them; what was secret in them is not in there. */
export const EDITOR_FILES = [
  "claude-desktop-mac",
  "claude-desktop-windows",
  "claude-code-project",
  "claude-code-user",
  "cursor-project",
  "windsurf",
  "gemini-cli",
  "vscode-workspace",
  "vscode-settings",
  "cline",
] as const;
export type EditorFile = (typeof EDITOR_FILES)[number];

/** Where the editor has the file, and whose it is by that. */
export const PLACES: Readonly<Record<EditorFile, readonly [file: string, kind: ConfigKind]>> = {
  "claude-desktop-mac": [
    "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json",
    "claude-desktop",
  ],
  "claude-desktop-windows": [
    "C:\\Users\\Ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
    "claude-desktop",
  ],
  "claude-code-project": ["/home/ada/shop/.mcp.json", "claude-code"],
  "claude-code-user": ["/home/ada/.claude.json", "claude-code"],
  "cursor-project": [".cursor/mcp.json", "cursor"],
  windsurf: ["/home/ada/.codeium/windsurf/mcp_config.json", "windsurf"],
  "gemini-cli": ["/home/ada/.gemini/settings.json", "gemini-cli"],
  "vscode-workspace": ["/home/ada/shop/.vscode/mcp.json", "vscode"],
  "vscode-settings": ["C:\\Users\\Ada\\AppData\\Roaming\\Code\\User\\settings.json", "vscode"],
  cline: ["/home/ada/cline_mcp_settings.json", "x-mcp"],
};

const ENV = {
  TICKETS_TOKEN: "ticket-token",
  DATABASE_URL: "postgres://localhost/shop",
  LOCAL_API_KEY: "local-key",
  HOSTED_TOKEN: "hosted-token",
  GITHUB_TOKEN: "github-token",
  FIGMA_KEY: "figma-key",
  PWD: "/home/ada/shop",
  DB_CONNECTION_STRING: "db-connection",
  EXTERNAL_API_KEY: "external-key",
  MAPS_KEY: "maps-key",
};
const ANSWERS: Readonly<Record<string, string>> = {
  "perplexity-key": "pplx-secret",
  region: "us-east-1",
  db: "postgres://me:secret@db/shop",
};
const ENV_FILES: Readonly<Record<string, string>> = {
  "/home/ada/shop/.env": [
    "# local",
    "LOG_LEVEL=info",
    'BUCKET="shop data"',
    "NODE_OPTIONS=--inspect",
    "API_KEY=from-file",
  ].join("\n"),
};

/** The text of a file. */
export function textOf(name: EditorFile): string {
  return readFileSync(new URL(`./${name}.json.txt`, import.meta.url), "utf8");
}

/** What a file is for the person whose machine it is on. */
export function load(name: EditorFile, project?: string): Config {
  return parseConfig(textOf(name), {
    file: PLACES[name][0],
    ...(project === undefined ? {} : { project }),
    env: ENV,
    workspaceFolder: "/home/ada/shop",
    userHome: "/home/ada",
    input: (id) => ANSWERS[id],
    readEnvFile: (path) => {
      const text = ENV_FILES[path];
      if (text === undefined) throw new Error(`no such file: ${path}`);
      return text;
    },
  });
}

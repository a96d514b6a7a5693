import { type ConfigKind, type ParseOptions, parseConfig } from "../src/index.js";
import { configErrorOf } from "./parsing.js";

/** Every kind of file. */
export const KINDS: readonly ConfigKind[] = [
  "claude-desktop",
  "claude-code",
  "cursor",
  "vscode",
  "windsurf",
  "gemini-cli",
  "x-mcp",
];

/** What a file is read with, unless told otherwise. */
export const OPTIONS = {
  file: "a.json",
  env: { A: "one" },
  workspaceFolder: "/home/ada/shop",
  userHome: "/home/ada",
};

/** What one argument of a server becomes in a file of this kind. */
export function argument(text: string, options: Partial<ParseOptions>): string | undefined {
  const file = JSON.stringify({ mcpServers: { a: { command: "a", args: [text] } } });
  const [server] = parseConfig(file, { ...OPTIONS, ...options }).servers;
  return server?.type === "stdio" ? server.args[0] : undefined;
}

/** Why such an argument cannot be used. */
export function refusal(text: string, options: Partial<ParseOptions>): object | undefined {
  return configErrorOf(() => argument(text, options)).problems[0];
}

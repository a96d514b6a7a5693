import type { ConfigKind } from "@x/config";
import { invalidUsage } from "./cli-error.js";

/** An editor, or another program, that keeps servers in files of its own. */
export type Editor = Exclude<ConfigKind, "x-mcp">;

const NAMES: { readonly [editor in Editor]: string } = {
  "claude-desktop": "Claude Desktop",
  "claude-code": "Claude Code",
  cursor: "Cursor",
  vscode: "VS Code",
  windsurf: "Windsurf",
  "gemini-cli": "Gemini CLI",
};

/** What `--from` takes. */
export const EDITORS: readonly Editor[] = Object.keys(NAMES) as Editor[];

/** What people call it. */
export function editorName(editor: Editor): string {
  return NAMES[editor];
}

/**
 * Reads the values of `--from`.
 *
 * @throws CliError `invalid_usage`.
 */
export function editorsOf(texts: readonly string[]): readonly Editor[] {
  return texts.map((text) => {
    const editor = EDITORS.find((one) => one === text);
    if (editor !== undefined) return editor;
    throw invalidUsage(`--from takes ${EDITORS.join(", ")}; ${JSON.stringify(text)} is none.`);
  });
}

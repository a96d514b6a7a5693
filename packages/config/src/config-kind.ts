/** Whose file a configuration is. `x-mcp` is this project's own, and whatever is not known. */
export type ConfigKind =
  | "claude-desktop"
  | "claude-code"
  | "cursor"
  | "vscode"
  | "windsurf"
  | "gemini-cli"
  | "x-mcp";

/** What is different in the files of one kind. */
export interface Dialect {
  readonly kind: ConfigKind;
  /** Its editor knows `${NAME:-default}`, too, which is read in all of them. */
  readonly defaults: boolean;
  /** `$NAME` without braces is a variable, too. */
  readonly bareNames: boolean;
  /** `${workspaceFolder}`, `${workspaceFolderBasename}`, `${userHome}`, `${pathSeparator}`, `${/}`. */
  readonly places: boolean;
  /** `inputs` are declared, and `${input:id}` stands for what was answered. */
  readonly inputs: boolean;
  /** `${file:PATH}` is what is in a file. */
  readonly files: boolean;
  /** `envFile` is read. */
  readonly envFile: boolean;
  /** `~` at the beginning of a command, argument or directory is the home directory. */
  readonly tilde: boolean;
  /** Numbers in `env` are texts, and `null` takes a variable away. */
  readonly looseEnv: boolean;
  /** `tools` may be a list of names, as Copilot has it, which shares the file. */
  readonly toolList: boolean;
  /** The file is about more than servers, and need not have any. */
  readonly serversOptional: boolean;
}

const PLAIN = {
  defaults: false,
  bareNames: false,
  places: false,
  inputs: false,
  files: false,
  envFile: false,
  tilde: false,
  looseEnv: false,
  toolList: false,
  serversOptional: true,
};

const DIALECTS: { readonly [kind in ConfigKind]: Omit<Dialect, "kind"> } = {
  "claude-desktop": PLAIN,
  "claude-code": { ...PLAIN, defaults: true, toolList: true },
  cursor: { ...PLAIN, places: true, envFile: true },
  vscode: { ...PLAIN, places: true, inputs: true, envFile: true, tilde: true, looseEnv: true },
  windsurf: { ...PLAIN, files: true },
  "gemini-cli": { ...PLAIN, defaults: true, bareNames: true },
  "x-mcp": {
    ...PLAIN,
    defaults: true,
    places: true,
    inputs: true,
    files: true,
    envFile: true,
    serversOptional: false,
  },
};

/** Ends of the paths of editors' files, with `/` between folders. */
const ENDS: readonly (readonly [end: RegExp, kind: ConfigKind])[] = [
  [/(^|\/)claude_desktop_config\.json$/, "claude-desktop"],
  [/(^|\/)(\.mcp|\.claude)\.json$/, "claude-code"],
  [/(^|\/)\.cursor\/mcp\.json$/, "cursor"],
  [/(^|\/)(\.vscode|Code( - Insiders)?\/User)\/(mcp|settings)\.json$/, "vscode"],
  [/(^|\/)mcp_config\.json$/, "windsurf"],
  [/(^|\/)\.gemini\/settings\.json$/, "gemini-cli"],
];

/** Whose file this is, by its path alone. */
export function kindOfFile(file: string): ConfigKind {
  const path = file.replaceAll("\\", "/");
  return ENDS.find(([end]) => end.test(path))?.[1] ?? "x-mcp";
}

/** What is to be read in a file of this kind. */
export function dialectOf(kind: ConfigKind): Dialect {
  return { kind, ...DIALECTS[kind] };
}

import { builtin } from "./builtin.js";

/** Environment variables by name. */
export interface Environment {
  readonly [name: string]: string;
}

const POSIX: readonly string[] = [
  "HOME",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "LOGNAME",
  "PATH",
  "SHELL",
  "TERM",
  "TMPDIR",
  "TZ",
  "USER",
];

const WINDOWS: readonly string[] = [
  "APPDATA",
  "COMSPEC",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATH",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERNAME",
  "USERPROFILE",
  "WINDIR",
];

/**
 * The variables that a server gets without being asked: where things are, who the user is, how to
 * print. Everything else of this process, its secrets above all, stays here.
 *
 * Exported shell functions (values that begin with `() {`) are left out. On Windows names are
 * matched in any case and kept as they are spelled.
 */
export function inheritedEnvironment(
  from: { readonly [name: string]: string | undefined } = process.env,
  platform: string = process.platform,
): Environment {
  const inherited: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined || value.startsWith("() {")) continue;
    if (isInherited(name, platform)) inherited[name] = value;
  }
  return inherited;
}

/** Whether a variable is on the list, and so no secret of the operator's. */
export function isInherited(name: string, platform: string = process.platform): boolean {
  return platform === "win32" ? WINDOWS.includes(name.toUpperCase()) : POSIX.includes(name);
}

/** What a child gets: the inherited variables, and the operator's own over them. */
export function childEnvironment(own: Environment): Environment {
  const inherited = Object.entries(inheritedEnvironment());
  if (process.platform !== "win32") return { ...Object.fromEntries(inherited), ...own };
  // Windows has one variable for `Path` and `PATH`; two spellings would leave the choice to chance.
  const taken = new Set(Object.keys(own).map((name) => name.toUpperCase()));
  const kept = inherited.filter(([name]) => !taken.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...own };
}

/** The value of `PATH` in an environment, however the platform spells it. */
export function searchPath(environment: Environment): string | undefined {
  const isPath = (name: string): boolean =>
    process.platform === "win32" ? name.toUpperCase() === "PATH" : name === "PATH";
  return Object.entries(environment).find(([name]) => isPath(name))?.[1];
}

/** SHA-256 in hex of the operator's variables, whatever order they are given in. */
export function environmentHash(own: Environment): string {
  const sorted = Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1));
  // Many servers have none, and OpenSSL takes longer to load than everything else a host needs here.
  if (sorted.length === 0) return HASH_OF_NONE;
  return builtin("node:crypto").createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

const HASH_OF_NONE = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945";

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A registry of its own, in a folder of its own. */
export interface Registry {
  readonly url: string;
  /** For whatever else the test needs; gone with the registry. */
  readonly folder: string;
  /** Variables that lead npm and pnpm to this registry, with what they may keep in this folder. */
  readonly env: NodeJS.ProcessEnv;
  /** What the registry says of a package. */
  packument(name: string): Promise<Packument>;
  close(): Promise<void>;
}

/** What a registry says of a package. */
interface Packument {
  readonly versions: { readonly [version: string]: Manifest };
  readonly time: { readonly [version: string]: string };
}

/** A `package.json`, as far as it says what belongs with it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: { readonly [name: string]: string };
  readonly devDependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
  readonly peerDependenciesMeta?: { readonly [name: string]: { readonly optional?: boolean } };
}

/** Starts an empty one. It knows of no other registry: what it does not have is not to be had. */
export async function startRegistry(): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), "x-mcp-registry-"));
  const program = join(import.meta.dirname, "../fixtures/registry.mjs");
  const child = spawn(process.execPath, [program, folder], { stdio: ["pipe", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const ended = once(child, "close");
  const close = async (): Promise<void> => {
    child.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  if (value === undefined) {
    await close();
    throw new Error(`The registry did not start: ${stderr}`);
  }
  const url: string = JSON.parse(value).listening;
  const npmrc = join(folder, "npmrc");
  const home = join(folder, "home");
  mkdirSync(home);
  writeFileSync(npmrc, `registry=${url}\n${url.replace("http:", "")}:_authToken=anybody\n`);
  return {
    url,
    folder,
    env: {
      HOME: home,
      XDG_CACHE_HOME: join(home, "cache"),
      npm_config_cache: join(folder, "npm-cache"),
      npm_config_registry: url,
      npm_config_userconfig: npmrc,
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
    },
    packument: async (name) => {
      const reply = await fetch(`${url}${name.replace("/", "%2f")}`);
      if (!reply.ok) throw new Error(`The registry has no ${name}: ${reply.status}`);
      const packument: Packument = JSON.parse(await reply.text());
      return packument;
    },
    close,
  };
}

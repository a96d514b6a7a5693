import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Client } from "@x/client";
import type { ServerConfig } from "@x/config";
import { cacheFolder } from "../cache-folder.js";
import { placesOf } from "../config-files.js";
import type { Invocation } from "../invocation.js";
import { serverFolder } from "../server-folder.js";
import type { KnownServer } from "./catalogue.js";
import { type CatalogueKey, readCatalogue, stamped, writeCatalogue } from "./catalogue-file.js";
import { definitionHashes, hashOf } from "./definition-hashes.js";
import { knownPrompts, knownTools } from "./known-entries.js";

/**
 * Keeps what a run has seen of tools and prompts, without the operator's secrets, for completion. What is
 * known of other servers from before stays, as long as they are reached in the same way.
 *
 * Never rejects: what cannot be kept is not missed before somebody completes.
 */
export async function keepCatalogue(client: Client, invocation: Invocation): Promise<void> {
  const key = keyOf(invocation);
  if (key === undefined) return;
  // In this turn: the client may be closed meanwhile.
  const { servers } = invocation.config;
  const seen = new Map(servers.map(({ name }) => [name, seenOf(client, name)]));
  try {
    const { env, home } = invocation.io;
    // A home that is not there, as services have it, is not made for this.
    if (env["XDG_CACHE_HOME"] === undefined) await stat(home);
    await keep(seen, key, invocation);
  } catch {
    // There may be no home, or no space.
  }
}

/** Nothing for a server of the command line: nobody completes a line that has it at its end. */
function keyOf({ loaded, config, io, cwd }: Invocation): CatalogueKey | undefined {
  if (loaded.overlay === undefined) return undefined;
  const folder = cacheFolder(io.env, io.home);
  return {
    folder,
    cwd,
    named: loaded.isFound ? [] : config.files.map((file) => resolve(cwd, file)),
  };
}

async function keep(
  seen: ReadonlyMap<string, Seen>,
  key: CatalogueKey,
  invocation: Invocation,
): Promise<void> {
  const { config, loaded, redaction, cwd, io } = invocation;
  const before = await readCatalogue(key);
  const salt = before?.salt ?? newSalt();
  const found = placesOf({ cwd, io }).map(({ file }) => file);
  const sources = loaded.isFound ? found : key.named;
  const definitions = await definitionHashes(sources, { cwd, salt });
  const servers = config.servers.map((server): KnownServer => {
    const { name } = server;
    const digest = hashOf(salt, reachedBy(server, cwd));
    const definition = definitions.get(name) ?? null;
    const known = before?.servers.find((one) => one.name === name && one.digest === digest);
    const { tools = known?.tools ?? null, prompts = known?.prompts ?? null } = seen.get(name) ?? {};
    const lists = { tools: redaction.structure(tools), prompts: redaction.structure(prompts) };
    return { name, digest, definition, ...lists };
  });
  const files = [...sources, ...(loaded.overlay === undefined ? [] : [loaded.overlay.file])];
  await writeCatalogue(key, {
    salt,
    files: await Promise.all([...new Set(files)].map(stamped)),
    plainNames: config.collision !== "prefix-always",
    servers,
  });
}

/** All that says how a server is reached. */
function reachedBy(server: ServerConfig, cwd: string): string {
  if (server.type === "http") return JSON.stringify([server.url]);
  const { command, args, env } = server;
  return JSON.stringify([command, args, Object.entries(env), serverFolder(server, cwd)]);
}

/** It stands in the file itself: it has to be another one in each, so that two cannot be compared, and no more. */
function newSalt(): string {
  const unique = [process.pid, performance.timeOrigin, Math.random(), Math.random()];
  return hashOf("", unique.join()).slice(0, 32);
}

/** The lists of a server that a run has seen whole. */
type Seen = Partial<Pick<KnownServer, "tools" | "prompts">>;

function seenOf(client: Client, server: string): Seen {
  const report = client.peers.find(({ name }) => name === server);
  if (report?.state !== "ready") return {};
  const { listProblems = {} } = report;
  const tools = client.tools.filter(({ peer }) => peer === server);
  const prompts = client.prompts.filter(({ peer }) => peer === server);
  return {
    ...(listProblems.tools === undefined ? { tools: knownTools(tools) } : {}),
    ...(listProblems.prompts === undefined ? { prompts: knownPrompts(prompts) } : {}),
  };
}

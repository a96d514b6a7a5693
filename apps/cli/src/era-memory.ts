import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import type { PeerReport } from "@x/client";
import type { ServerConfig } from "@x/config";
import { isJsonObject } from "@x/wire";
import { cacheFolder } from "./cache-folder.js";
import { CliError } from "./cli-error.js";
import { type Surroundings, textIfThere } from "./config-files.js";
import { digestOf } from "./config-overlay.js";
import type { Reading } from "./named-file.js";
import { replaceFile } from "./replace-file.js";

/** What was decided of a peer the last time that it was ready. */
export interface Remembered {
  readonly era: "legacy" | "modern";
  readonly revision: string;
  /** The code of the decision. */
  readonly reason: string;
  /** When, as ISO 8601 has it. */
  readonly at: string;
  /** Of a legacy peer that said nothing to the probe: how long it took to answer `initialize`, in milliseconds. */
  readonly silentMs?: number;
}

/** Peers that are kept, the last used ones. */
const MOST_PEERS = 500;

/** The least that a known silent peer is given to answer the probe. */
const LEAST_PROBE_MS = 1000;

/** What a peer is given that nothing is known of: the default of the client. */
const USUAL_PROBE_MS = 5000;

/** How often as long as it took to answer `initialize` it is given to answer the probe. */
const TIMES = 3;

/**
 * The last decisions on peers, in a file of this user's cache, by how exactly a peer is reached.
 *
 * A memory is no evidence: it shortens how long a legacy peer is waited for that said nothing to the last probe.
 * It is probed all the same, and what it answers after that overrules.
 */
export class EraMemory {
  readonly #file: string;
  readonly #cwd: string;
  readonly #reading: Reading;
  readonly #salt: string;
  readonly #peers: ReadonlyMap<string, Remembered>;

  private constructor(file: string, { cwd, io }: Surroundings, content: Content) {
    this.#file = file;
    this.#cwd = cwd;
    this.#reading = io;
    this.#salt = content.salt;
    this.#peers = content.peers;
  }

  /** Reads the memory. A file that is damaged, or cannot be read, is told and left out of account. */
  static async open(surroundings: Surroundings, note: (text: string) => void): Promise<EraMemory> {
    const file = join(cacheFolder(surroundings.io.env, surroundings.io.home), "eras.json");
    return new EraMemory(file, surroundings, await contentOf(file, surroundings.io, note));
  }

  /** What was decided of a server as it is reached now, where that is known. */
  of(server: ServerConfig): Remembered | undefined {
    return this.#peers.get(this.#keyOf(server));
  }

  /** How long to wait for its answer to the probe, in milliseconds; nothing where that stays as it is. */
  probeTimeoutMs(server: ServerConfig): number | undefined {
    const { silentMs } = this.of(server) ?? {};
    if (silentMs === undefined || server.allowLegacy === false) return undefined;
    const shortened = Math.max(LEAST_PROBE_MS, TIMES * silentMs);
    return Math.min(shortened, server.probeTimeoutMs ?? USUAL_PROBE_MS);
  }

  /**
   * Keeps what was decided now. What other runs kept meanwhile stays, and nobody ever reads half a file. Where it
   * cannot be written that is told.
   */
  async keep(
    servers: readonly ServerConfig[],
    reports: readonly PeerReport[],
    note: (text: string) => void,
  ): Promise<void> {
    const at = new Date().toISOString();
    const decided = reports.flatMap((report) => {
      const server = servers.find(({ name }) => name === report.name);
      const now = server && decisionOf(report, at, this.of(server));
      return now === undefined ? [] : [[this.#keyOf(server as ServerConfig), now] as const];
    });
    if (decided.length === 0) return;
    const before = await contentOf(this.#file, this.#reading, () => {});
    const others = before.salt === this.#salt ? before.peers : this.#peers;
    const known = new Map([...others, ...decided]);
    const peers = [...known].sort(([, one], [, other]) => (one.at < other.at ? 1 : -1));
    const content = {
      version: 1,
      salt: this.#salt,
      peers: Object.fromEntries(peers.slice(0, MOST_PEERS)),
    };
    try {
      await replaceFile(this.#file, `${JSON.stringify(content, null, 2)}\n`);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      note(`Nothing is remembered. ${error.message}`);
    }
  }

  #keyOf(server: ServerConfig): string {
    const digest = digestOf(server, { salt: this.#salt, cwd: this.#cwd });
    return createHash("sha256").update(JSON.stringify(digest)).digest("hex");
  }
}

interface Content {
  readonly salt: string;
  readonly peers: ReadonlyMap<string, Remembered>;
}

async function contentOf(
  file: string,
  reading: Reading,
  note: (text: string) => void,
): Promise<Content> {
  const none: Content = { salt: randomBytes(16).toString("hex"), peers: new Map() };
  let text: string | undefined;
  let value: unknown;
  try {
    text = await textIfThere(file, reading);
    if (text === undefined) return none;
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const content = readContent(value);
  if (content === undefined) {
    note(`What is remembered in ${file} is damaged, and left out of account.`);
  }
  return content ?? none;
}

function readContent(value: unknown): Content | undefined {
  if (!isJsonObject(value) || value["version"] !== 1) return undefined;
  const { salt, peers } = value;
  if (typeof salt !== "string" || !isJsonObject(peers)) return undefined;
  const read = Object.entries(peers);
  return read.every(([, one]) => isRemembered(one))
    ? { salt, peers: new Map(read as unknown as (readonly [string, Remembered])[]) }
    : undefined;
}

function isRemembered(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { era, revision, reason, at, silentMs } = value;
  return (
    (era === "legacy" || era === "modern") &&
    [revision, reason, at].every((text) => typeof text === "string") &&
    (silentMs === undefined || (typeof silentMs === "number" && silentMs >= 0))
  );
}

/** The decision on a peer that is ready. */
function decisionOf(
  { state, era, revision, reason, evidence }: PeerReport,
  at: string,
  before: Remembered | undefined,
): Remembered | undefined {
  if (state !== "ready" || era === "unknown" || revision === null) return undefined;
  const probe = evidence.find(({ step }) => step === "probe");
  const answer = evidence.find(({ step }) => step === "initialize");
  const isSilent = era === "legacy" && probe?.received.startsWith("nothing within ") === true;
  const tookMs = Math.ceil((answer?.atMs ?? 0) - (probe?.atMs ?? 0));
  // The slowest counts: one quick answer is no promise.
  const silentMs = Math.max(tookMs, before?.silentMs ?? 0);
  return { era, revision, reason: reason ?? "", at, ...(isSilent ? { silentMs } : {}) };
}

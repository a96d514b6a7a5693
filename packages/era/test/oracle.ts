import type { Run } from "./world.js";

/**
 * What the bytes of a run prove, told by rules of their own: nothing here is the product's code.
 * Written for the enumeration; the rules are those of the specification's two eras.
 */
export interface Proof {
  /** Where in the run the first recognised modern evidence came; `undefined` where none did. */
  readonly modernAt: number | undefined;
  /** The first `DiscoverResult` that shares a revision. */
  readonly agreedModern: string | undefined;
  /** Where complete legacy evidence came, and for which revision. */
  readonly legacy: { readonly at: number; readonly revision: string } | undefined;
}

const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

interface Asked {
  readonly connection: number;
  readonly method: string;
  /** It is not waited for any longer; what still comes for it can be evidence, and nothing else. */
  answered: boolean;
}

/** Reads a run from its beginning, one frame after the other. `ours`: our modern revisions. */
export function proofOf(
  { log, openedAt }: Pick<Run, "log" | "openedAt">,
  ours: readonly string[],
): Proof {
  const asked = new Map<string, Asked>();
  let modernAt: number | undefined;
  let agreedModern: string | undefined;
  let legacy: Proof["legacy"];
  const shut = new Set<number>();
  for (const entry of log) {
    // What comes while a connection is closed for another one still counts; at the end it does not.
    const isLast = !openedAt.some((order) => order > entry.order);
    if (entry.kind === (isLast ? "closing" : "closed")) shut.add(entry.connection);
    if (entry.kind === "sent") {
      const { id, method } = JSON.parse(entry.text);
      if (id !== undefined)
        asked.set(key(entry.connection, id), {
          connection: entry.connection,
          method,
          answered: false,
        });
    }
    if (entry.kind !== "received" || shut.has(entry.connection)) continue;
    const message = parsed(entry.text);
    const request = asked.get(key(entry.connection, message?.id));
    if (message === undefined) continue;
    if (request === undefined) {
      // One question at a time: an answer to something else is the answer to the last one.
      if (isEnvelope(message) && message.id !== null) answerLast(asked, entry.connection);
      continue;
    }
    const isLate = request.answered;
    request.answered = true;
    if (!isEnvelope(message)) continue;
    if (modernEvidence(request.method, message)) modernAt ??= entry.order;
    if (request.method === "server/discover" && isDiscovered(message.result)) {
      const supported: readonly string[] = message.result.supportedVersions;
      agreedModern ??= ours.find((revision) => supported.includes(revision));
    }
    if (!isLate && request.method === "initialize" && isLegacyAnswer(message.result)) {
      legacy ??= { at: entry.order, revision: message.result.protocolVersion };
    }
  }
  return { modernAt, agreedModern, legacy };
}

// biome-ignore lint/suspicious/noExplicitAny: what a hostile server sent has no type.
type Raw = any;

function answerLast(asked: ReadonlyMap<string, Asked>, connection: number): void {
  const last = [...asked.values()].findLast((one) => one.connection === connection);
  if (last !== undefined) last.answered = true;
}

function key(connection: number, id: unknown): string {
  return `${connection} ${typeof id} ${id}`;
}

function parsed(text: string): Raw {
  try {
    const value: Raw = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEnvelope(message: Raw): boolean {
  if (message.jsonrpc !== "2.0" || "result" in message === "error" in message) return false;
  return isPlainObject(message.result ?? message.error);
}

function modernEvidence(method: string, message: Raw): boolean {
  const code = message.error?.code;
  if (code === -32020 || code === -32021 || code === -32022) return true;
  return method === "server/discover" && isDiscovered(message.result);
}

function isDiscovered(result: Raw): boolean {
  return (
    result !== undefined &&
    (result.resultType === undefined || result.resultType === "complete") &&
    Array.isArray(result.supportedVersions) &&
    isPlainObject(result.capabilities)
  );
}

function isLegacyAnswer(result: Raw): boolean {
  return (
    result !== undefined &&
    LEGACY.includes(result.protocolVersion) &&
    isPlainObject(result.capabilities) &&
    isPlainObject(result.serverInfo) &&
    isText(result.serverInfo.name) &&
    isText(result.serverInfo.version)
  );
}

function isPlainObject(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object Object]";
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.length > 0;
}

import { EraError, resolvePolicy } from "@x/era";
import { type Implementation, plainJson, wordsOf } from "@x/wire";
import { ClientError } from "./client-error.js";
import type { ClientOptions } from "./client-options.js";
import { extensionsOf } from "./extensions.js";
import { policyOf, type ServerOptions } from "./server-options.js";

const SAFETIES: readonly string[] = ["never", "idempotent", "always"];
const POLICIES: readonly string[] = ["prefix", "reject", "prefix-always"];

/**
 * Rejects options that nothing could be done with, before anything is opened.
 *
 * @throws ClientError `invalid_option`.
 */
export function checkClientOptions(options: ClientOptions): void {
  const { clientInfo, collision = "prefix", maxConnecting = 1, listTimeoutMs = 1 } = options;
  if (!isNamed(clientInfo)) {
    throw invalid("clientInfo needs a name and a version, both text that is not empty.");
  }
  checkJson("clientInfo", clientInfo);
  if (!POLICIES.includes(collision)) {
    throw invalid(`collision is "${wordsOf(collision)}"; it can be ${POLICIES.join(", ")}.`);
  }
  checkPositive("maxConnecting", maxConnecting);
  checkPositive("listTimeoutMs", listTimeoutMs);
  checkPositive("inputMs", options.inputMs ?? 1);
  checkPositive("maxRounds", options.maxRounds ?? 1);
  extensionsOf(options);
  if ("allowLegacy" in options) {
    throw invalid(
      "allowLegacy belongs to one server: give it to addServer(). There is no switch for all.",
    );
  }
}

/**
 * The same for one server.
 *
 * @throws ClientError `invalid_option`, with the server's name.
 */
export function checkServerOptions(
  name: string,
  options: ServerOptions,
  clientInfo: Implementation,
): void {
  const { maxRestarts = 1, repeat = {}, tools, prompts } = options;
  if (!Number.isSafeInteger(maxRestarts) || maxRestarts < 0) {
    throw invalid(
      `Server "${name}": maxRestarts is ${wordsOf(maxRestarts)}; give an integer, 0 or more.`,
    );
  }
  for (const [tool, safety] of Object.entries(repeat)) {
    if (SAFETIES.includes(safety)) continue;
    const is = `"${wordsOf(safety)}"`;
    throw invalid(`Server "${name}": repeat of "${tool}" is ${is}; use ${SAFETIES.join(", ")}.`);
  }
  for (const [list, filter] of Object.entries({ tools, prompts })) {
    for (const [member, patterns] of Object.entries(filter ?? {})) {
      const isList = Array.isArray(patterns) && patterns.every((one) => typeof one === "string");
      if (patterns === undefined || isList) continue;
      throw invalid(`Server "${name}": ${list}.${member} has to be a list of patterns.`);
    }
  }
  try {
    resolvePolicy(
      policyOf(options, {
        clientInfo,
        capabilities: {},
        legacyCapabilities: {},
        declarable: {},
      }),
    );
  } catch (error) {
    if (!(error instanceof EraError)) throw error;
    throw invalid(`Server "${name}": ${error.message}`, error);
  }
}

function isNamed(info: Implementation | undefined): boolean {
  const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
  return isText(info?.name) && isText(info?.version);
}

/** Every request has it: what cannot be sent is not found out at the first. */
function checkJson(name: string, value: object): void {
  try {
    plainJson(value, name);
  } catch (cause) {
    throw invalid(wordsOf(cause), cause);
  }
}

function checkPositive(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw invalid(`${name} is ${wordsOf(value)}; give an integer above 0.`);
}

function invalid(message: string, cause?: unknown): ClientError {
  return new ClientError(message, { code: "invalid_option", cause });
}

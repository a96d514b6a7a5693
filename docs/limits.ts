import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tableText } from "./markdown.ts";
import type { Regions } from "./regions.ts";

/**
 * The bounds of a client: what each is on | the file below `packages/` that has its number | what stands
 * before that | its unit | what changes it. `fixed`: nothing does.
 */
const TIME = `
the answer to the probe | era/src/policy.ts | policy.probeTimeoutMs ?? | ms | 'probeTimeoutMs' of 'addServer'
the answer to 'initialize' | era/src/policy.ts | policy.legacyProbeTimeoutMs ?? | ms | 'legacyProbeTimeoutMs' of 'addServer'
an opening, and the first byte of a slow starter | era/src/policy.ts | policy.startTimeoutMs ?? | ms | 'startTimeoutMs' of 'addServer'
a page of a list | client/src/parts.ts | listTimeoutMs = | ms | 'listTimeoutMs' of 'Client'
a call, with all its attempts | router/src/call-options.ts | DEFAULT_TOTAL_MS = | ms | 'totalMs' of the call
a prompt, read or other request | client/src/deadline.ts | DEFAULT_TOTAL_MS = | ms | 'totalMs' of the request
the answers of one round of input | client/src/parts.ts | inputMs = | ms | 'inputMs' of 'Client'
the acknowledgement of a subscription | subscriptions/src/retry-policy.ts | ackMs = | ms | 'ackMs' of 'Subscriptions' alone
checking a value by a schema | validate/src/options.ts | timeoutMs = | ms | 'timeoutMs' of 'workerValidator'
compiling a schema | validate/src/options.ts | compileTimeoutMs = | ms | 'compileTimeoutMs' of 'workerValidator'
a process to end with its stdin | transport-stdio/src/stdio-transport.ts | stdinMs = | ms | 'stopTimeouts.stdinMs' of 'stdioTransport'
a process group to end by SIGTERM | transport-stdio/src/stdio-transport.ts | termMs = | ms | 'stopTimeouts.termMs' of 'stdioTransport'
`;

const SIZE = `
a frame over stdio | wire/src/line-decoder.ts | DEFAULT_MAX_FRAME_BYTES: number = | bytes | 'maxFrameBytes' of 'stdioTransport'
a message over HTTP | wire/src/line-decoder.ts | DEFAULT_MAX_FRAME_BYTES: number = | bytes | 'maxMessageBytes' of 'httpTransport'
what waits for a server that does not read | transport-stdio/src/stdio-transport.ts | maxQueuedBytes ?? | bytes | 'maxQueuedBytes' of 'stdioTransport'
stderr that is kept | transport-stdio/src/stdio-transport.ts | stderrBytes ?? | bytes | 'stderrBytes' of 'stdioTransport'
a list, all pages, in UTF-16 code units | lists/src/paging.ts | maxSize = | - | 'maxSize' of 'listAll' alone
a schema, in characters | validate/src/options.ts | maxSchemaCharacters = | - | 'maxSchemaCharacters' of 'workerValidator'
a value that is checked, in characters | validate/src/options.ts | maxValueCharacters = | - | 'maxValueCharacters' of 'workerValidator'
`;

const COUNT = `
requests under way on a connection | connection/src/multiplexer.ts | maxPending = | - | 'maxPending' of 'httpTransport'
useless frames in a row, then the connection ends | connection/src/faults.ts | MAX_IN_A_ROW = | - | fixed
requests of a legacy server that wait for the host | connection/src/server-requests.ts | MAX_OPEN = | - | fixed
pages of a list | lists/src/paging.ts | maxPages = | - | 'maxPages' of 'listAll' alone
items of a list | lists/src/paging.ts | maxItems = | - | 'maxItems' of 'listAll' alone
levels of a tool or prompt | registry/src/depth.ts | MAX_LEVELS = | - | fixed
headers that a tool asks for | registry/src/header-plan.ts | MAX_HEADERS = | - | fixed
entries of the cache | lists/src/cache-store.ts | maxEntries = | - | 'cache: { store: memoryStore({ maxEntries }) }' of 'Client'
rounds of input of a call | client/src/parts.ts | maxRounds = | - | 'maxRounds' of 'Client'
requests in one round | input/src/input-limits.ts | Object.freeze({ requests: | - | fixed
model calls of one server, a minute | input/src/sampling-rate.ts | Object.freeze({ requests: | - | 'samplingRate' of 'inputAnswers'
events that wait for a reader | subscriptions/src/subscriptions.ts | { maxQueued = | - | 'maxQueued' of 'Subscriptions' alone
repeats of a call that 'repeat' allows | router/src/call-again.ts | MAX_REPEATS = | - | 'repeat' of 'addServer' allows them; the number is fixed
failures in a row, then a peer stays down | client/src/peer-life.ts | maxRestarts: maxFailures = | - | 'maxRestarts' of 'addServer'
peers brought up at once | client/src/parts.ts | maxConnecting = | - | 'maxConnecting' of 'Client'
`;

/** What `hosts.md` has from the code: every number of the tables of limits, and what is tried again. */
export function hostsRegions(): Regions {
  return new Map([
    ["times", table("time for", TIME)],
    ["sizes", table("size of", SIZE)],
    ["counts", table("number of", COUNT)],
    ["recovery", recoveryTable()],
  ]);
}

function table(head: string, limits: string): string {
  const rows = limits
    .trim()
    .split("\n")
    .map((line) => {
      const [what = "", file = "", after = "", unit = "", change = ""] = line.split(" | ");
      const number = numberAt(file, after).toLocaleString("en-US");
      return [what, `${number} ${unit}`.replace(/ -$/, ""), change].map((cell) =>
        cell.replaceAll("'", "`"),
      );
    });
  return tableText([head, "default", "changed by"], rows);
}

/** @throws Error where the number is not in the code any more, or stands there several times. */
function numberAt(file: string, after: string): number {
  const parts = read(file).replaceAll(/\s+/g, " ").split(after);
  const [, number] = /^\s*([\d_]+(?: \*\*? [\d_]+)*)\b/.exec(parts[1] ?? "") ?? [];
  if (parts.length !== 2 || number === undefined) {
    throw new Error(`There is not one number after "${after}" in packages/${file}.`);
  }
  const factors = number.split(" * ").map((factor) => {
    const [base = "", exponent = "1"] = factor.replaceAll("_", "").split(" ** ");
    return Number(base) ** Number(exponent);
  });
  return factors.reduce((product, factor) => product * factor, 1);
}

/** Why a peer is unavailable, by whether the client brings it up again. */
function recoveryTable(): string {
  const [, map = ""] =
    /const HOPE: [^{]*\{[^}]*\} = \{(.*?)\n\};/s.exec(read("client/src/recovery.ts")) ?? [];
  const isReady = /^(?:discovered|initialized)$/;
  const hopes = [...map.matchAll(/^ {2}(\w+): "(\w+)",$/gm)].filter(
    ([, reason = ""]) => !isReady.test(reason),
  );
  const having = (hope: string): string =>
    hopes.flatMap(([, reason, one]) => (one === hope ? [`\`${reason}\``] : [])).join(", ");
  return tableText(
    ["a peer that is unavailable because of", "is brought up again"],
    [
      [having("some"), "yes, with growing pauses"],
      [having("if_it_was_ready"), "where it was ready before"],
      [having("none"), "no: somebody has to change something, then `reconnect(name)`"],
    ],
  );
}

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, "../packages", file), "utf8");
}

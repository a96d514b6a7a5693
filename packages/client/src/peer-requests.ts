import type { Clock } from "@x/connection";
import { arrived } from "@x/router";
import { isLogLevel, LOG_LEVELS, type LogLevel, wordsOf } from "@x/wire";
import { requestError } from "./call-error.js";
import { ClientError } from "./client-error.js";
import type { Peer } from "./peer.js";
import { offers } from "./refresh.js";
import { askForLife, SET_LEVEL, type SignOptions, signOfLife, tellLogLevel } from "./signs.js";

/**
 * Asks a peer for a sign of life; gives how long that took, in milliseconds.
 *
 * @throws ClientError where there is none.
 */
export async function ping(peer: Peer, clock: Clock, options: SignOptions): Promise<number> {
  const { name, state } = peer;
  if (state.state !== "ready") {
    const message = state.state === "unavailable" ? state.message : `it is ${state.state}.`;
    throw requestError({ type: "unavailable", message, peer: name, method: "ping" });
  }
  const startedAt = clock.now();
  const { connection, settled } = state;
  const arrival = arrived(await askForLife(connection, settled, options));
  if (arrival.type === "arrived") return clock.now() - startedAt;
  throw requestError({ ...arrival, peer: name, method: signOfLife(settled) });
}

/**
 * Sets the severity from which a peer is to log. A legacy one is told now and on every new connection, a
 * modern one with every request.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#per-request-log-level}
 *
 * @throws ClientError `invalid_option`, `not_declared`, or what its server answers.
 */
export async function setLogLevel(
  peer: Peer,
  level: LogLevel,
  options: SignOptions,
): Promise<void> {
  if (!isLogLevel(level)) {
    const known = LOG_LEVELS.join(", ");
    throw new ClientError(`"${wordsOf(level)}" is no log level; use one of ${known}.`, {
      code: "invalid_option",
    });
  }
  peer.logLevel = level;
  const { name, state } = peer;
  if (state.state !== "ready") return;
  const asked = { peer: name, method: SET_LEVEL };
  if (!offers(peer, "logging")) {
    throw requestError({ ...asked, type: "undeclared", capability: "logging" });
  }
  const outcome = await tellLogLevel(state.connection, state.settled, level, options);
  const arrival = outcome === undefined ? undefined : arrived(outcome);
  if (arrival === undefined || arrival.type === "arrived") return;
  throw requestError({ ...arrival, ...asked });
}

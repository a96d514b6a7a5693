import type { ExitStatus } from "@x/connection";
import type { JsonObject } from "@x/wire";
import type { Behaviour, Turn } from "./world.js";

export const DISCOVER_RESULT = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: "private",
} as const;

export const INITIALIZE_RESULT = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "old-server", version: "0.9.0" },
} as const;

export const silence: Behaviour = () => {};

export const close: Behaviour = ({ end }) => end();

export function exit(exitCode: number, ...stderr: readonly string[]): Behaviour {
  const status: ExitStatus = { exitCode, signal: null, stderr };
  return ({ end }) =>
    end({ type: "exited", message: `The process exited with code ${exitCode}.`, exit: status });
}

export function result(value: unknown): Behaviour {
  return ({ reply }) => reply({ result: value });
}

export function error(code: number, data?: unknown, message = "no"): Behaviour {
  return ({ reply }) =>
    reply({ error: { code, message, ...(data === undefined ? {} : { data }) } });
}

export function discovered(more: JsonObject = {}): Behaviour {
  return result({ ...DISCOVER_RESULT, ...more });
}

/** A valid answer to `initialize`, but for what is given; a member given as `undefined` is left out. */
export function initialized(more: JsonObject = {}): Behaviour {
  return result({ ...INITIALIZE_RESULT, ...more });
}

/** Sends a frame as it is; `id` is that of the request at hand. */
export function frame(build: (id: number) => string | object): Behaviour {
  return ({ request, send }) => send(build(request.id));
}

/** Several answers to the request at hand, which arrive in one piece. */
export function atOnce(...bodies: readonly JsonObject[]): Behaviour {
  return ({ request, send }) =>
    send(...bodies.map((body) => ({ jsonrpc: "2.0", id: request.id, ...body })));
}

/** Does nothing, and after `ms` what is given. */
export function after(ms: number, behaviour: Behaviour): Behaviour {
  return (turn) => turn.later(ms, () => behaviour(turn));
}

export function both(first: Behaviour, second: Behaviour): Behaviour {
  return (turn) => {
    first(turn);
    second(turn);
  };
}

/** Answers the connection's first probe, whatever is asked now. */
export function lateForProbe(body: JsonObject): Behaviour {
  return ({ probeId, send }: Turn) => send({ jsonrpc: "2.0", id: probeId ?? 999, ...body });
}

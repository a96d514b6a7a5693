import type { Agent, AgentOptions } from "node:http";
import type { Agent as SecureAgent } from "node:https";

/** Connections to use instead of own ones, and whom to trust. */
export interface NodeSendOptions {
  /** Agents to use as they are, and not to close. */
  readonly agents?: { readonly http?: Agent; readonly https?: SecureAgent };
  /** Authorities to trust instead of those that Node knows, in PEM. Not for an agent that is given. */
  readonly ca?: string | readonly string[];
  /**
   * `false` accepts any certificate: whoever is in between can then read and change everything. Not for an
   * agent that is given.
   */
  readonly rejectUnauthorized?: boolean;
}

/**
 * How long an idle connection is kept, in milliseconds. Common servers close theirs after 5 seconds, many
 * without having said so, and a request that is on its way then is lost. Where one does say so
 * (`Keep-Alive: timeout=`), Node keeps it a second less than that.
 *
 * For a connection in use this is no limit: Node's agent only ever ends idle ones by it.
 */
const KEPT_MS = 4000;

/** The agents of one back end: made when they are first needed, without a limit of connections. */
export class SendAgents {
  readonly #options: NodeSendOptions;
  #plain: Agent | undefined;
  #secure: SecureAgent | undefined;

  constructor(options: NodeSendOptions) {
    this.#options = options;
  }

  plain(): Agent {
    const given = this.#options.agents?.http;
    if (given !== undefined) return given;
    if (this.#plain === undefined) {
      const { Agent, globalAgent } = process.getBuiltinModule("node:http");
      this.#plain = new Agent(likeGlobal(globalAgent));
    }
    return this.#plain;
  }

  secure(): SecureAgent {
    const { agents, ca, rejectUnauthorized } = this.#options;
    if (agents?.https !== undefined) return agents.https;
    if (this.#secure === undefined) {
      const { Agent, globalAgent } = process.getBuiltinModule("node:https");
      this.#secure = new Agent({
        ...likeGlobal(globalAgent),
        ...(ca === undefined ? {} : { ca: typeof ca === "string" ? ca : [...ca] }),
        ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }),
      });
    }
    return this.#secure;
  }

  /** Closes own connections: idle ones at once, others when what is under way on them is over. */
  close(): void {
    for (const agent of [this.#plain, this.#secure]) {
      if (agent !== undefined) letGo(agent);
    }
    this.#plain = undefined;
    this.#secure = undefined;
  }
}

/** Whoever tells Node to use the environment's proxy (`NODE_USE_ENV_PROXY`) means these connections too. */
function likeGlobal(agent: Agent): AgentOptions {
  const proxyEnv = (agent as { options?: Pick<AgentOptions, "proxyEnv"> }).options?.proxyEnv;
  return {
    keepAlive: true,
    timeout: KEPT_MS,
    ...(proxyEnv === undefined ? {} : { proxyEnv }),
  };
}

function letGo(agent: Agent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy();
  }
}

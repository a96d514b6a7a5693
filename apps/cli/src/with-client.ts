import { Client } from "@x/client";
import type { CollisionPolicy } from "@x/config";
import { clockFrom } from "@x/connection";
import { keepCatalogue } from "./completion/keep-catalogue.js";
import type { ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { noteUnusable } from "./unusable.js";
import { VERSION } from "./version.js";
import { tellWhoIsLate } from "./waiting.js";

/** What a command has to say at its end: on stdout, where that is not empty, and how the program ends. */
export interface Answer {
  readonly output: string;
  readonly exitCode: ExitCode;
}

/** What a command wants of its client beyond what all want. */
export interface Wishes {
  /** Whether a server that is lost is brought up again. Default: a command says how it found a server. */
  readonly recover?: boolean;
  /** Whether the answer tells which servers cannot be used; otherwise that is remarked on. */
  readonly tellsUnusable?: boolean;
}

/**
 * Makes a client that has all servers of the configuration declared and none open, prints the answer
 * that a command gets out of it, and closes it: when this settles, no process that it started is left.
 *
 * @throws whatever the command throws; the signal's reason where it was set off.
 */
export async function withClient(
  invocation: Invocation,
  collision: CollisionPolicy,
  command: (client: Client) => Promise<Answer>,
  { recover = false, tellsUnusable = false }: Wishes = {},
): Promise<ExitCode> {
  const { io, cwd, config, refusals, trace, input, memory } = invocation;
  if (!tellsUnusable) noteUnusable(invocation);
  const client = new Client({
    clientInfo: { name: "x-mcp", version: VERSION },
    collision,
    followChanges: false,
    ...(input === undefined ? {} : { input: input.answers }),
    ...(trace === undefined ? {} : { onTap: trace.frame }),
  });
  const close = (): void => void client.close();
  const stopTelling = tellWhoIsLate(client, clockFrom(globalThis), invocation.note);
  io.signal.addEventListener("abort", close);
  try {
    for (const server of config.servers) {
      const { name } = server;
      const probeTimeoutMs = memory?.probeTimeoutMs(server);
      const transport = refusals.watch(name, await io.transport(server, cwd));
      client.addServer(name, trace?.watch(name, transport) ?? transport, {
        ...server,
        ...(probeTimeoutMs === undefined ? {} : { probeTimeoutMs }),
        recover,
      });
    }
    io.signal.throwIfAborted();
    const answer = await command(client);
    io.signal.throwIfAborted();
    if (answer.output !== "") io.stdout(answer.output);
    return answer.exitCode;
  } finally {
    stopTelling();
    const kept = io.signal.aborted ? undefined : keepCatalogue(client, invocation);
    io.signal.removeEventListener("abort", close);
    const { peers } = client;
    await client.close();
    await kept;
    await memory?.keep(config.servers, peers, invocation.note);
  }
}

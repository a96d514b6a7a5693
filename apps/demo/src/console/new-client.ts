import { Client, type ClientEvent, type ClientOptions, type ServerOptions } from "@x/client";
import { type FormHandler, inputAnswers } from "@x/input";
import type { CollisionPolicy } from "@x/registry";

/** What the console has to do with its client. */
export interface ClientHooks {
  /** Answers what servers ask the user. */
  readonly ask: FormHandler;
  readonly onEvent: (event: ClientEvent) => void;
  readonly onTap: NonNullable<ClientOptions["onTap"]>;
}

/** A client as the console has it, without a server. */
export function newClient(
  collision: CollisionPolicy,
  { ask, onEvent, onTap }: ClientHooks,
): Client {
  const client = new Client({
    clientInfo: { name: "x-mcp-demo", version: "1.0.0" },
    collision,
    input: inputAnswers({ elicitation: { form: ask } }),
    onTap,
  });
  client.on(onEvent);
  return client;
}

/** Many programs start at once, so a probe may take its time; one that is killed again and again is tried for a minute. */
export function serverOptions(allowLegacy: boolean): ServerOptions {
  return { allowLegacy, probeTimeoutMs: 15_000, maxRestarts: 8 };
}

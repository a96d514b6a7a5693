import { join } from "node:path";
import { Client, type ClientEvent, type ServerOptions } from "@x/client";
import { groupMembers } from "@x/testkit";
import { stdioTransport } from "@x/transport-stdio";

const fixtures = join(import.meta.dirname, "../fixtures");

/** What tests look at in a message that was sent. */
interface SentMessage {
  readonly id: number;
  readonly method: string;
  readonly params?: { readonly [name: string]: unknown };
}

/** Something that a subscription tells. */
export type SubscriptionEvent = Extract<ClientEvent, { type: "subscription" }>["event"];

/** A client over real processes, what it was told, what it sent to whom, and what it started. */
export class Host {
  readonly events: ClientEvent[] = [];
  readonly sent = new Map<string, string[]>();
  readonly groups: number[] = [];
  readonly client: Client = new Client({
    clientInfo: { name: "interop", version: "1.0.0" },
    onTap: (peer, { direction, text }) => {
      if (direction === "sent") this.sent.set(peer, [...(this.sent.get(peer) ?? []), text]);
    },
  });

  constructor() {
    this.client.on((event) => this.events.push(event));
  }

  /** Declares a fixture (by file name) or any command. */
  add(
    name: string,
    [file, ...args]: readonly [string, ...string[]],
    options?: ServerOptions,
  ): void {
    const command = file.endsWith(".mjs")
      ? { command: process.execPath, args: [join(fixtures, file), ...args] }
      : { command: file, args };
    const transport = stdioTransport({ ...command, onSpawn: (pid) => this.groups.push(pid) });
    this.client.addServer(name, transport, options);
  }

  methods(peer: string): string[] {
    return this.requests(peer).map(({ method }) => method);
  }

  /** What was sent to a peer, read back; with a method, what of it has that. */
  requests(peer: string, method?: string): SentMessage[] {
    const sent: SentMessage[] = (this.sent.get(peer) ?? []).map((frame) => JSON.parse(frame));
    return method === undefined ? sent : sent.filter((message) => message.method === method);
  }

  /** What was told of one kind so far. */
  told<Type extends ClientEvent["type"]>(type: Type): Extract<ClientEvent, { type: Type }>[] {
    return this.events.filter(
      (event): event is Extract<ClientEvent, { type: Type }> => event.type === type,
    );
  }

  /** Settles with the first event from now on that is wanted. */
  next(wanted: (event: ClientEvent) => boolean): Promise<ClientEvent> {
    return new Promise((resolve) => {
      const off = this.client.on((event) => {
        if (!wanted(event)) return;
        off();
        resolve(event);
      });
    });
  }

  /** Living processes of everything that was ever started. */
  get alive(): readonly number[] {
    return this.groups.flatMap(groupMembers);
  }
}

import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { ManualClock, type MemoryPeer, memoryTransport, type Transport } from "@x/connection";
import { type SdkBridgeError, toSdkTransport } from "../../src/index.js";
import { arrived } from "./hand-made.js";

/** The official client on our side, a peer that is driven by hand on the other. */
export interface Bridged {
  readonly client: Client;
  readonly peer: MemoryPeer;
  /** Frames that reached the peer, parsed. */
  readonly sent: Record<string, unknown>[];
  /** What the client reported, and `"closed"`, in order. */
  readonly reported: (Error | "closed")[];
  /** The codes of what was reported. */
  codes(): string[];
}

/** The official client over any transport of ours, connected; `reported` fills as it goes. */
export async function connectOfficial(
  transport: Transport,
  options?: ClientOptions,
): Promise<Pick<Bridged, "client" | "reported" | "codes">> {
  const client = new Client({ name: "official-client", version: "1.0.0" }, options);
  const reported: (Error | "closed")[] = [];
  client.onerror = (error) => reported.push(error);
  client.onclose = () => reported.push("closed");
  await client.connect(toSdkTransport(transport, { clock: new ManualClock() }));
  const codes = (): string[] =>
    reported.map((one) => (one === "closed" ? one : (one as SdkBridgeError).code));
  return { client, reported, codes };
}

const DISCOVERED = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: { listChanged: true } },
  ttlMs: 0,
  cacheScope: "private",
};
const INITIALIZED = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "by-hand", version: "1.0.0" },
};

/** A peer that answers the opening of either era, and leaves the rest to the test. */
export async function bridged(era: "modern" | "legacy"): Promise<Bridged> {
  const peers: MemoryPeer[] = [];
  const sent: Record<string, unknown>[] = [];
  const transport = memoryTransport((peer) => {
    peers.push(peer);
    peer.onFrame((text) => {
      const message = JSON.parse(text);
      const { id, method } = message;
      if (method === "server/discover") peer.send({ jsonrpc: "2.0", id, result: DISCOVERED });
      else if (method === "initialize") peer.send({ jsonrpc: "2.0", id, result: INITIALIZED });
      else sent.push(message);
    });
  });
  const { client, reported, codes } = await connectOfficial(
    transport,
    era === "modern" ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {},
  );
  const [peer] = peers;
  if (peer === undefined) throw new Error("nobody connected");
  return { client, peer, sent, reported, codes };
}

/** A call that has reached the peer, and its id. */
export async function pendingCall({ client, sent }: Bridged): Promise<[Promise<unknown>, unknown]> {
  const result = client.callTool({ name: "x", arguments: {} });
  result.catch(() => {});
  await arrived();
  return [result, sent.at(-1)?.["id"]];
}

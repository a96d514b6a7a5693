import type { PeerSnapshot } from "@x/client";
import type { Transport } from "@x/connection";
import type { Entry } from "@x/registry";
import type { DemoServer } from "../demo-servers.js";
import type { Programs } from "./programs.js";
import type { PeerView, ToolView, TryName } from "./protocol.js";

/** A schema with more characters than this is not sent to pages. */
const MAX_SCHEMA = 65_536;

/** A server as the console has declared it. */
export interface Declared extends Omit<DemoServer, "expected"> {
  readonly transport: Transport;
}

/** A peer with its process, for the pages. */
export function peerView(
  peer: PeerSnapshot,
  {
    declared,
    programs,
    subscription,
  }: {
    readonly declared: Declared | undefined;
    readonly programs: Programs;
    readonly subscription: string | undefined;
  },
): PeerView {
  const { name, state } = peer;
  const over = declared?.over ?? "stdio";
  // A process over stdio lives exactly as long as its connection.
  const isAlive = over === "http" || state === "ready" || state === "connecting";
  const pid = isAlive ? (programs.pidOf(name) ?? null) : null;
  const isStalled = programs.isStalled(name);
  const installed = programs.versionOf(name) ?? null;
  return {
    ...peer,
    purpose: declared?.purpose ?? "",
    over,
    pid,
    isStalled,
    installed,
    can: triesOf({ isReady: state === "ready" && pid !== null, isStalled, installed, peer }),
    subscription: subscription ?? null,
  };
}

function triesOf({
  isReady,
  isStalled,
  installed,
  peer,
}: Pick<PeerView, "isStalled" | "installed"> & {
  readonly isReady: boolean;
  readonly peer: PeerSnapshot;
}): readonly TryName[] {
  const hasChanging = peer.name !== "archive";
  const mayBeLegacy = peer.allowLegacy || peer.reason === "legacy_not_allowed";
  const all: readonly (TryName | false)[] = [
    isReady && "kill",
    isReady && hasChanging && !isStalled && "change_tools",
    isReady && !isStalled && "stall",
    isStalled && "resume",
    "reconnect",
    mayBeLegacy && "allow_legacy",
    installed !== null && "upgrade",
  ];
  return all.filter((name) => name !== false);
}

/** A tool under its merged name, for the pages. */
export function toolView({ canonical, peer, local, tool }: Entry): ToolView {
  const { description, inputSchema, annotations } = tool;
  const isSmall = JSON.stringify(inputSchema).length <= MAX_SCHEMA;
  return {
    canonical,
    peer,
    local,
    description: description ?? "",
    isReadOnly: annotations?.["readOnlyHint"] === true,
    ...(isSmall ? { inputSchema } : {}),
  };
}

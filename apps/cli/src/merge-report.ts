import type { Client } from "@x/client";
import type { Collision, Quarantined } from "@x/registry";
import type { Invocation } from "./invocation.js";
import { type LeftOut, leftOut } from "./left-out.js";
import type { Redaction } from "./redaction.js";
import { noteServer, type ServerReport } from "./server-report.js";
import type { Sought } from "./sought.js";

/** A name that two servers wanted: that of `server` is called `name`, as `holder` has it already. */
interface CollisionReport {
  readonly localName: string;
  readonly holder: string;
  readonly server: string;
  readonly name: string | null;
  readonly message: string;
}

/** What came of merging the tools, or the prompts, of all servers, without the operator's secrets. */
export interface MergeReport {
  readonly collisions: readonly CollisionReport[];
  readonly quarantined: readonly LeftOut[];
}

/** Reports on the names of this kind. */
export function mergeReport(
  client: Client,
  noun: Sought["noun"],
  redaction: Redaction,
): MergeReport {
  const { collisions, quarantined } = mergedOf(client, noun);
  return {
    collisions: collisions.map(({ local, holder, peer, canonical, message }) => ({
      localName: redaction.structure(local),
      holder,
      server: peer,
      name: redaction.structure(canonical ?? null),
      message: redaction.text(message),
    })),
    quarantined: leftOut({ quarantined }, redaction),
  };
}

/** What a reader of a list of tools, or of prompts, has to know about it. */
export function noteProblems(
  client: Client,
  noun: Sought["noun"],
  servers: readonly ServerReport[],
  { note }: Invocation,
): void {
  for (const server of servers) noteServer(server, note);
  const { collisions, quarantined } = mergedOf(client, noun);
  for (const { message } of [...collisions, ...quarantined]) note(message);
}

function mergedOf(
  client: Client,
  noun: Sought["noun"],
): { readonly collisions: readonly Collision[]; readonly quarantined: readonly Quarantined[] } {
  return {
    collisions: client.collisions.filter(({ kind }) => kind === noun),
    quarantined: client.quarantined.filter(({ kind }) => kind === noun),
  };
}

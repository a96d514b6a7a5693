import type { Client } from "@x/client";
import type { Redaction } from "./redaction.js";

/** A tool or a prompt, or the check of a tool's output, that is not in use. */
export interface LeftOut {
  readonly server: string;
  readonly localName: string | null;
  readonly reason: string;
  /** What is out of use: a whole tool or prompt, or only the check of a tool's output. */
  readonly scope: "tool" | "prompt" | "output_check";
  readonly message: string;
}

/** What was put in quarantine while the lists were merged, without the operator's secrets. */
export function leftOut(
  { quarantined }: Pick<Client, "quarantined">,
  redaction: Redaction,
): readonly LeftOut[] {
  return quarantined.map(({ peer, kind, local, reason, scope, message }) => ({
    server: peer,
    localName: redaction.structure(local ?? null),
    reason,
    scope: scope === "entry" ? kind : scope,
    message: redaction.text(message),
  }));
}

import type { Client } from "@x/client";
import type { Redaction } from "./redaction.js";

/** A tool, or the check of its output, that is not in use. */
export interface LeftOut {
  readonly server: string;
  readonly localName: string | null;
  readonly reason: string;
  readonly scope: "tool" | "output_check";
  readonly message: string;
}

/** What was put in quarantine while the lists were merged, without the operator's secrets. */
export function leftOut({ quarantined }: Client, redaction: Redaction): readonly LeftOut[] {
  return quarantined.map(({ peer, local, reason, scope, message }) => ({
    server: peer,
    localName: redaction.structure(local ?? null),
    reason,
    scope: scope === "entry" ? "tool" : scope,
    message: redaction.text(message),
  }));
}

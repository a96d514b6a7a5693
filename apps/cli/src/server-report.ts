import type { PeerReport } from "@x/client";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { HTTP_NOT_SUPPORTED } from "./server-transport.js";

/** What `doctor` and `tools` say of one server. */
export interface ServerReport {
  readonly name: string;
  readonly status: "ready" | "unavailable";
  readonly era: PeerReport["era"];
  readonly revision: string | null;
  readonly reason: string | null;
  readonly message: string;
  readonly evidence: PeerReport["evidence"];
  readonly elapsedMs: number;
  /** How many tools have a name. */
  readonly tools: number;
  /** Why the list of tools is not whole, where it is not. */
  readonly listProblem?: string;
}

/** The reports of all servers, in declared order, without the operator's secrets. */
export function serverReports(
  peers: readonly PeerReport[],
  { config, redaction }: Invocation,
): readonly ServerReport[] {
  const byUrl = new Set(
    config.servers.flatMap(({ type, name }) => (type === "http" ? [name] : [])),
  );
  return peers.map(
    ({ name, state, era, revision, reason, message, evidence, elapsedMs, tools, listProblem }) => ({
      name,
      status: state === "ready" ? "ready" : "unavailable",
      era,
      revision,
      reason: byUrl.has(name) ? HTTP_NOT_SUPPORTED : reason,
      message: redaction.text(message),
      evidence: evidence.map((one) => ({
        ...one,
        received: redaction.text(one.received),
        ...(one.stderr === undefined ? {} : { stderr: one.stderr.map(redaction.text) }),
        atMs: Math.round(one.atMs),
      })),
      elapsedMs: Math.round(elapsedMs),
      tools,
      ...(listProblem === undefined ? {} : { listProblem }),
    }),
  );
}

/** How a command ends that looked at all servers. */
export function exitCodeOf(servers: readonly ServerReport[]): ExitCode {
  const ready = servers.filter(({ status }) => status === "ready");
  if (ready.length === 0 && servers.length > 0) return EXIT.unavailable;
  const whole = ready.filter(({ listProblem }) => listProblem === undefined);
  return whole.length === servers.length ? EXIT.ok : EXIT.partial;
}

/** Says which servers nobody looked at, and why. */
export function noteLeftOut({ config, note }: Invocation): void {
  if (config.disabled.length > 0) {
    note(`Not started, because of "disabled": ${config.disabled.join(", ")}.`);
  }
  if (config.servers.length === 0) note(`${config.file} declares no server that is to be used.`);
}

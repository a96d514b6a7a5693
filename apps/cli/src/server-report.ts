import type { PeerReport } from "@x/client";
import type { OverlayNoteCode } from "@x/config";
import type { Remembered } from "./era-memory.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { HeardFault } from "./heard-faults.js";
import { hintOf } from "./hint.js";
import type { Invocation } from "./invocation.js";
import { type RefusalReport, refusalReport, refusalText } from "./refusal-report.js";
import { asksForAuthorization } from "./refusals.js";
import { shownUrl } from "./shown-url.js";
import { isLate, lateText } from "./time-limit.js";
import { type ProblemReport, UNUSABLE } from "./unusable.js";

/** The reason of a server that was not ready within the limit of `--timeout`. */
const LATE = "late";

/** What `doctor` and `tools` say of one server. */
export interface ServerReport {
  readonly name: string;
  /** Where it is reached, of one that is declared by URL; without the values in its query. */
  readonly endpoint?: string;
  readonly status: "ready" | "unavailable";
  readonly era: PeerReport["era"];
  readonly revision: string | null;
  /**
   * A code of the era decision or of the client; `late` where the limit of `--timeout` ran out first; `unusable`
   * where it cannot be used as it is declared.
   */
  readonly reason: string | null;
  readonly message: string;
  readonly evidence: PeerReport["evidence"];
  readonly elapsedMs: number;
  /** How many tools have a name. */
  readonly tools: number;
  /** What to do about it, where that is more than the message says. */
  readonly hint?: string;
  /** What of the overlay does not hold for it. */
  readonly overlay?: { readonly code: OverlayNoteCode; readonly message: string };
  /** What it was the last time that it was ready, where that was something else and is remembered. */
  readonly before?: Remembered;
  /** What it did wrong that harmed nobody, where `doctor` has heard of some. */
  readonly faults?: readonly HeardFault[];
  /** Why a list that was looked at is not whole, where one is not. */
  readonly listProblem?: string;
  /** What is wrong with how it is declared, where it is unusable for that. */
  readonly problems?: readonly ProblemReport[];
  /** The HTTP status that came in place of the last answer, where one did. */
  readonly refusal?: RefusalReport;
}

/**
 * The reports of all servers, in declared order, without the operator's secrets; `lists` are those that
 * the command looks at.
 */
export function serverReports(
  peers: readonly PeerReport[],
  invocation: Invocation,
  lists: readonly ("tools" | "prompts")[] = ["tools", "prompts"],
): readonly ServerReport[] {
  const { config, loaded, memory, redaction } = invocation;
  return peers.map(
    ({ name, state, era, revision, evidence, elapsedMs, tools, listProblems, ...peer }) => {
      const hint =
        state === "ready" ? undefined : hintOf({ name, state, reason: peer.reason }, invocation);
      const server = config.servers.find((one) => one.name === name);
      const before = server && memory?.of(server);
      const isOther = before !== undefined && (before.era !== era || before.revision !== revision);
      const note = loaded.notes.find((one) => one.server === name);
      const late = isLate({ state });
      const [listProblem] = lists.flatMap((list) => listProblems?.[list] ?? []);
      const refusal = refusalReport(name, invocation);
      return {
        name,
        ...(server?.type === "http" ? { endpoint: redaction.structure(shownUrl(server.url)) } : {}),
        status: state === "ready" ? "ready" : "unavailable",
        era,
        revision,
        reason: late ? LATE : peer.reason,
        message: late ? `It ${lateText(invocation)}` : redaction.text(peer.message),
        evidence: evidence.map((one) => ({
          ...one,
          received: redaction.text(one.received),
          ...(one.stderr === undefined ? {} : { stderr: one.stderr.map(redaction.text) }),
          atMs: Math.round(one.atMs),
        })),
        elapsedMs: Math.round(late ? (invocation.limitMs ?? elapsedMs) : elapsedMs),
        tools,
        ...(hint === undefined || hint === refusal?.hint ? {} : { hint: redaction.text(hint) }),
        ...(isOther ? { before } : {}),
        ...(note === undefined ? {} : { overlay: { code: note.code, message: note.message } }),
        ...(listProblem === undefined ? {} : { listProblem }),
        ...(refusal === undefined ? {} : { refusal }),
      };
    },
  );
}

/**
 * How a command ends that looked at all servers. Where one asks for authorization that is said first,
 * whatever the others are: it is what somebody can do something about.
 */
export function exitCodeOf(servers: readonly ServerReport[]): ExitCode {
  if (servers.some(({ refusal }) => asksForAuthorization(refusal?.status))) {
    return EXIT.authorization;
  }
  const ready = servers.filter(({ status }) => status === "ready");
  if (ready.length === 0 && servers.length > 0) {
    if (servers.every(({ reason }) => reason === UNUSABLE)) return EXIT.usage;
    return servers.some(({ reason }) => reason === LATE) ? EXIT.timedOut : EXIT.unavailable;
  }
  const whole = ready.filter(({ listProblem }) => listProblem === undefined);
  return whole.length === servers.length ? EXIT.ok : EXIT.partial;
}

/** Says which servers nobody looked at, and why. */
export function noteLeftOut({ config, note }: Invocation): void {
  if (config.disabled.length > 0) {
    note(`Not started, because of "disabled": ${config.disabled.join(", ")}.`);
  }
  if (config.servers.length + config.unusable.length === 0)
    note(`${config.file} declares no server that is to be used.`);
}

/** Says what is wrong with a server, where something is. */
export function noteServer(server: ServerReport, note: Invocation["note"]): void {
  const { name, status, reason, message, listProblem, refusal, hint } = server;
  // That has been told before anything was started.
  if (reason === UNUSABLE) return;
  const told = `${message}${refusalText(refusal)}`;
  const help = hint === undefined ? "" : ` ${hint}`;
  if (status === "unavailable") note(`${name} is unavailable: ${told}${help}`);
  else if (listProblem !== undefined) note(`${name}: ${told}`);
}

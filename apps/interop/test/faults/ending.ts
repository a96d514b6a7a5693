import { type Client, ClientError, type ClientErrorCode } from "@x/client";
import type { Rule } from "./findings.js";

export type Entry = Client["tools"][number];
export type ToolResult = Awaited<ReturnType<Client["callTool"]>>;

/** A call that was made. */
export interface Made {
  readonly entry: Entry;
  readonly nonce: string;
  readonly totalMs: number;
  /** The caller's own signal, where it may give up. */
  readonly signal?: AbortSignal;
}

/** How a call ended, in a word, and the rule that it broke by that, if it did. */
export interface Ending {
  readonly ending: string;
  readonly broken?: Rule;
  readonly detail?: string;
}

/**
 * Codes that the faults of a run can lead to. No half frame is taken for an answer, and no server refuses a
 * call of a tool that it has.
 */
const EXPECTED: ReadonlySet<ClientErrorCode> = new Set([
  "unknown_tool",
  "peer_unavailable",
  "connection_closed",
  "timed_out",
  "aborted",
]);

/** Whether a result is the one of this very call, said by a process that its server was. */
export function endOfResult(
  made: Made,
  { content, isError }: ToolResult,
  instances: (peer: string) => readonly number[],
): Ending {
  const { entry, nonce } = made;
  const broken = "replies reach their callers";
  const text = content[0]?.text ?? "";
  if (isError === true) {
    return isGone(entry, text)
      ? { ending: "gone" }
      : { ending: "error", broken, detail: `${inWords(made)}: ${text}` };
  }
  const reply = parsed(text);
  const isRight =
    reply["nonce"] === nonce &&
    reply["server"] === entry.peer &&
    reply["tool"] === entry.local &&
    instances(entry.peer).includes(Number(reply["instance"]));
  if (isRight) return { ending: "answered" };
  return { ending: "wrong", broken, detail: `${inWords(made)} was answered ${text}` };
}

/** Whether a call may fail like this. */
export function endOfError(made: Made, error: unknown): Ending {
  const broken = "calls fail only as documented";
  const detail = `${inWords(made)}: ${error instanceof Error ? error.stack : String(error)}`;
  if (!(error instanceof ClientError)) return { ending: "unexpected", broken, detail };
  const { code: ending, message } = error;
  if (ending === "rpc_error" && isGone(made.entry, message)) return { ending: "gone" };
  const isExpected = ending === "aborted" ? made.signal?.aborted === true : EXPECTED.has(ending);
  return isExpected ? { ending } : { ending, broken, detail: `${ending}, ${detail}` };
}

/** Whether it is what the official servers say of a tool that they had; legacy ones say it in a result. */
function isGone({ local }: Entry, text: string): boolean {
  return local.startsWith("extra-") && /-32602.*not found/s.test(text);
}

/** A call for people. */
export function inWords({ entry, nonce, totalMs }: Made): string {
  return `call ${nonce} of ${entry.canonical} (${entry.peer}, ${totalMs} ms)`;
}

function parsed(text: string): { readonly [member: string]: unknown } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

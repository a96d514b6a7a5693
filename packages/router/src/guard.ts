import type { AbortSignalLike } from "@x/connection";
import type { Entry } from "@x/registry";
import { excerpt, isJsonObject, type JsonObject, plainJson, wordsOf } from "@x/wire";

/** A call that somebody may allow, deny or change before anything is sent. */
export interface GuardedCall {
  /** The name that was called. */
  readonly canonical: string;
  readonly peer: string;
  readonly local: string;
  /** A copy: only {@link GuardVerdict} `edit` changes what is sent. */
  readonly arguments: JsonObject;
  /** A copy of what the server claims of its tool, such as `destructiveHint`: nothing to rely on. */
  readonly annotations: JsonObject;
  /** Fires when the caller does not wait any more. */
  readonly signal: AbortSignalLike | undefined;
}

/** What is decided about a call. What denies denies, whatever else it says. */
export type GuardVerdict =
  | "allow"
  | { readonly deny: string }
  /** It is made with these arguments instead. */
  | { readonly edit: JsonObject };

/**
 * Decides about each call once, before anything of it is sent; a call that is made again after a loss is
 * not asked about again. It takes the time that it needs: the limits of the call begin after it. What it
 * throws denies the call.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/tools#user-interaction-model}
 */
export type Guard = (call: GuardedCall) => GuardVerdict | Promise<GuardVerdict>;

/** What a guard's word comes to: the arguments to send, or why nothing is sent. */
export type Guarded =
  | { readonly type: "allowed"; readonly args: JsonObject }
  | { readonly type: "denied"; readonly reason: string };

/**
 * Asks the guard about one call, for as long as anybody waits for it.
 *
 * @throws WireError `not_serializable` for arguments of the guard's that JSON cannot say.
 */
export async function guarded(
  guard: Guard,
  { canonical, peer, local, tool }: Entry,
  args: JsonObject,
  {
    signal,
    gone,
  }: { readonly signal: AbortSignalLike | undefined; readonly gone: AbortSignalLike | undefined },
): Promise<Guarded> {
  const asking = (async (): Promise<Guarded> => {
    try {
      // A guard's own: what it does to these changes neither what is sent nor what may be repeated.
      const annotations = plainJson(tool.annotations ?? {}, "It");
      const shown = plainJson(args, "It");
      return read(
        await guard({ canonical, peer, local, arguments: shown, annotations, signal }),
        args,
      );
    } catch (error) {
      return { type: "denied", reason: `the guard failed (${wordsOf(error)})` };
    }
  })();
  let stop: () => void = () => {};
  const stopped = new Promise<Guarded>((resolve) => {
    stop = () => resolve({ type: "denied", reason: "nobody waited for the guard any more" });
  });
  for (const one of [signal, gone]) {
    one?.addEventListener("abort", stop);
    if (one?.aborted) stop();
  }
  const verdict = await Promise.race([asking, stopped]);
  for (const one of [signal, gone]) one?.removeEventListener("abort", stop);
  if (verdict.type === "denied" || verdict.args === args) return verdict;
  return { type: "allowed", args: plainJson(verdict.args, `What the guard gives ${canonical}`) };
}

function read(verdict: GuardVerdict | null | undefined, args: JsonObject): Guarded {
  if (verdict === "allow") return { type: "allowed", args };
  if (isJsonObject(verdict)) {
    const { edit, deny } = verdict as JsonObject;
    if (typeof deny === "string") return { type: "denied", reason: excerpt(deny) };
    if (deny === undefined && isJsonObject(edit)) return { type: "allowed", args: edit };
  }
  return { type: "denied", reason: "the guard gave no verdict" };
}

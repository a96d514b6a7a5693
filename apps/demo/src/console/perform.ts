import { ConsoleError } from "./console-error.js";
import type { ConsoleHost } from "./console-host.js";
import type { Ask, ProgressNote } from "./protocol.js";

/** What performing needs of the page that asks. */
export interface Asking {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Omit<ProgressNote, "type" | "id">) => void;
  /** Cancels a call of this page. @throws ConsoleError `no_such_call`. */
  readonly cancel: (call: number) => void;
}

/** A sentence about what was done, as the answer to everything but a call. */
interface Done {
  readonly message: string;
}

/**
 * Does what a page asks for, and gives its result.
 *
 * Rejects with ConsoleError for what cannot be done now, and with whatever the client rejects with.
 */
export async function perform(host: ConsoleHost, ask: Ask, asking: Asking): Promise<unknown> {
  switch (ask.type) {
    case "call": {
      const { signal, onProgress } = asking;
      const { totalMs } = ask;
      return host.client.callTool(ask.tool, ask.arguments, {
        signal,
        onProgress: ({ progress, total, message }) =>
          onProgress({ progress, total: total ?? null, message: message ?? null }),
        ...(totalMs === undefined ? {} : { totalMs }),
      });
    }
    case "cancel":
      asking.cancel(ask.call);
      return done("Cancelled.");
    case "answer": {
      const { question, action, content = {} } = ask;
      host.questions.answer(question, action === "accept" ? { action, content } : { action });
      return done("Answered.");
    }
    case "kill": {
      const pid = livingPid(host, ask.peer);
      host.programs.signal(pid, "SIGKILL");
      return tried(host, ask.peer, `SIGKILL was sent to process ${pid} of ${ask.peer}.`);
    }
    case "change_tools": {
      const pid = livingPid(host, ask.peer);
      host.programs.signal(pid, "SIGUSR2");
      return tried(host, ask.peer, `${ask.peer} was told to change its tools.`);
    }
    case "stall": {
      const pid = livingPid(host, ask.peer);
      host.programs.stall(ask.peer, pid);
      return tried(host, ask.peer, `Process ${pid} of ${ask.peer} is stopped.`);
    }
    case "resume":
      host.peer(ask.peer);
      await host.programs.resume(ask.peer);
      return tried(host, ask.peer, `${ask.peer} goes on.`);
    case "reconnect": {
      host.peer(ask.peer);
      await host.programs.resume(ask.peer);
      const { message } = await host.inTurn(() => host.client.reconnect(ask.peer));
      return tried(host, ask.peer, `${ask.peer} was negotiated anew: ${message}`);
    }
    case "allow_legacy": {
      const { message } = await host.allowLegacy(ask.peer, ask.allow);
      const what = ask.allow ? "was allowed to be legacy" : "is not allowed to be legacy any more";
      return tried(host, ask.peer, `${ask.peer} ${what}: ${message}`);
    }
    case "upgrade":
      return upgrade(host, ask.peer, ask.to);
    case "add_colliding": {
      const { name, message } = await host.addColliding();
      return tried(host, name, `${name} was added: ${message}`);
    }
    case "remove_colliding":
      await host.removeColliding();
      return tried(host, null, "The colliding peer was removed.");
    case "policy": {
      const { state, policy, message } = await host.switchPolicy(ask.policy);
      const outcome = message === null ? state : `${state}: ${message}`;
      return tried(host, null, `A new client has the policy ${policy}. It is ${outcome}`);
    }
  }
}

async function upgrade(host: ConsoleHost, peer: string, to: "legacy" | "modern"): Promise<Done> {
  host.peer(peer);
  const { programs } = host;
  if (programs.versionOf(peer) === undefined) {
    throw new ConsoleError(`There is only one version of ${peer}.`, { code: "cannot_be_done" });
  }
  const { message } = await host.inTurn(async () => {
    await programs.resume(peer);
    programs.install(to);
    return host.client.reconnect(peer);
  });
  return tried(host, peer, `The ${to} version of ${peer} was installed and started: ${message}`);
}

/** The process of a peer that is ready: no other is known to be still the one it was. */
function livingPid(host: ConsoleHost, name: string): number {
  const { state } = host.peer(name);
  const pid = host.programs.pidOf(name);
  if (state === "ready" && pid !== undefined) return pid;
  const why = state === "ready" ? "its process has just ended" : `it is ${state}`;
  throw new ConsoleError(`${name} is not ready: ${why}.`, { code: "cannot_be_done" });
}

function tried(host: ConsoleHost, peer: string | null, text: string): Done {
  host.tell({ kind: "tried", peer, text });
  return done(text);
}

function done(message: string): Done {
  return { message };
}

import type { Clock, CloseReason, MemoryPeer } from "@x/connection";
import { decodeFrame } from "@x/wire";
import { DEVIATION_EXIT_CODE } from "./deviation.js";
import { Player } from "./player.js";
import type { Lifetime } from "./transcript.js";

/** What is played, and where it is written down. */
export interface MemoryPlay {
  readonly name: string;
  readonly lifetime: Lifetime;
  readonly clock: Clock;
  readonly log: string[];
  readonly deviations: string[];
}

/** Plays one lifetime at the server's end of an in-memory connection. */
export function playInMemory(peer: MemoryPeer, play: MemoryPlay): void {
  const { name, lifetime, clock, log, deviations } = play;
  const stderr: string[] = [];
  let unfinished = "";
  const player = new Player(name, lifetime, {
    clock,
    write: (text) => {
      const lines = (unfinished + text).split("\n");
      unfinished = lines.pop() ?? "";
      for (const line of lines) peer.send(line.endsWith("\r") ? line.slice(0, -1) : line);
      // What is no frame yet is a sign of life all the same.
      if (lines.length === 0) peer.send("");
    },
    pieces: () => {},
    log: (text) => void stderr.push(text.trimEnd()),
    exit: (code) => {
      log.push(code === undefined ? "!" : `! ${code}`);
      peer.end(code === undefined ? undefined : exited(name, code, stderr));
    },
    deviated: (sentence) => {
      deviations.push(sentence);
      stderr.push(sentence);
      log.push(`# ${sentence}`, `! ${DEVIATION_EXIT_CODE}`);
      peer.end(exited(name, DEVIATION_EXIT_CODE, stderr));
    },
  });
  peer.onClose(() => {
    // What was sent before the end arrives before it.
    void Promise.resolve().then(() => {
      player.stop();
      log.push("-");
    });
  });
  // The first words of a process come later than its start, when somebody listens.
  setImmediate(() => {
    player.start();
    peer.onFrame((text) => {
      log.push(`> ${text}`);
      const sent = decodeFrame(text);
      if (sent !== undefined) player.received(sent);
    });
  });
}

function exited(name: string, exitCode: number, stderr: readonly string[]): CloseReason {
  const words = stderr.at(-1);
  const said = words === undefined ? "." : `; its last words: "${words}".`;
  return {
    type: "exited",
    message: `${name} ended with exit code ${exitCode}${said}`,
    exit: { exitCode, signal: null, stderr: stderr.slice(-20) },
  };
}

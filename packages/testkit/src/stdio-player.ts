import process from "node:process";
import { type Clock, clockFrom } from "@x/connection";
import { LineDecoder } from "@x/wire";
import { DEVIATION_EXIT_CODE } from "./deviation.js";
import { LogFile } from "./log-file.js";
import { Player } from "./player.js";
import { holdLock, leaveBehind } from "./process-traits.js";
import { StdioOutput } from "./stdio-output.js";
import type { Lifetime, Transcript } from "./transcript.js";

/** How this process plays. */
export interface StdioPlay {
  readonly log: string | undefined;
  readonly speed: number;
}

/** Plays the lifetime of a transcript that is this process's turn, on its stdin and stdout. */
export function playOnStdio(transcript: Transcript, { log, speed }: StdioPlay): void {
  const { name, traits, lifetimes } = transcript;
  const file = new LogFile(log);
  const lifetime = lifetimes[file.starts()] ?? lifetimes.at(-1);
  if (lifetime === undefined) return;
  file.add("+");
  if (traits.includes("lock")) holdLock(`${log}.lock`);
  if (traits.includes("stubborn")) process.on("SIGTERM", () => {});
  const begin = (): void => {
    const player = playerOf(name, lifetime, faster(clockFrom(globalThis), speed), file);
    player.start();
    if (traits.includes("deaf")) stay();
    else listen(player, file, traits.includes("stubborn") ? stay : undefined);
  };
  if (traits.includes("grandchild")) leaveBehind(begin);
  else begin();
}

function playerOf(name: string, lifetime: Lifetime, clock: Clock, file: LogFile): Player {
  const output = new StdioOutput();
  return new Player(name, lifetime, {
    clock,
    write: (text) => output.write(text),
    pieces: (bytes) => output.inPieces(bytes),
    log: (text) => output.log(text),
    exit: (code) => {
      file.add(code === undefined ? "!" : `! ${code}`);
      output.exit(code ?? 0);
    },
    deviated: (sentence) => {
      file.add(`# ${sentence}`);
      file.add(`! ${DEVIATION_EXIT_CODE}`);
      output.log(`${sentence}\n`);
      output.exit(DEVIATION_EXIT_CODE);
    },
  });
}

/** Reads stdin; at its end this process ends, unless something else is to happen. */
function listen(player: Player, file: LogFile, atEnd = (): void => process.exit(0)): void {
  const decoder = new LineDecoder();
  process.stdin.on("data", (chunk: Buffer) => {
    for (const sent of decoder.push(chunk)) {
      file.add(`> ${sent.text}`);
      player.received(sent);
    }
  });
  process.stdin.on("end", () => {
    file.add("-");
    atEnd();
  });
}

/** Keeps this process alive, whatever becomes of its pipes. */
function stay(): void {
  setInterval(() => {}, 60_000);
}

function faster(clock: Clock, speed: number): Clock {
  return { now: () => clock.now() * speed, after: (ms, f) => clock.after(ms / speed, f) };
}

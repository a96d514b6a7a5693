import type { JsonObject } from "@x/wire";
import type { Trait } from "./trait.js";

/** One thing that a scripted peer does or waits for. `line` is where it stands, from 1. */
export type Step =
  /** `>`: goes on when the client has sent this. Members that are not given do not matter. */
  | { readonly type: "await"; readonly line: number; readonly message: JsonObject }
  /** `<`: a frame for the client, without its line end. */
  | { readonly type: "write"; readonly line: number; readonly text: string }
  /** `<<`: text for the client, with line ends or without. */
  | { readonly type: "write_raw"; readonly line: number; readonly text: string }
  /** `2>`: a line for stderr, without its line end. */
  | { readonly type: "log"; readonly line: number; readonly text: string }
  /** `~`: nothing, for so many milliseconds. */
  | { readonly type: "wait"; readonly line: number; readonly ms: number }
  /** `%`: from here on, what is written goes out in pieces of so many bytes. */
  | { readonly type: "pieces"; readonly line: number; readonly bytes: number }
  /** `!`: the peer ends; without a code it only ends the connection. */
  | { readonly type: "exit"; readonly line: number; readonly code: number | undefined }
  /** `-`: the client has closed the connection. */
  | { readonly type: "closed"; readonly line: number };

/** `*`: what is done whenever the client sends a message that no step waits for. */
export interface StandingAnswer {
  readonly line: number;
  readonly message: JsonObject;
  readonly steps: readonly Step[];
}

/** `+`: what the peer does on one connection, or as one process. */
export interface Lifetime {
  readonly steps: readonly Step[];
  /** In order: the first that fits counts. */
  readonly standing: readonly StandingAnswer[];
}

/** A conversation, written down so that a peer can play the server's part of it. */
export interface Transcript {
  /** Where it comes from: the name of a case, or of a file. Messages begin with it. */
  readonly name: string;
  /** What it was read from. */
  readonly text: string;
  /** The comment at its head, on one line. */
  readonly about: string;
  readonly traits: readonly Trait[];
  /** At least one. The last is played for every opening beyond it. */
  readonly lifetimes: readonly Lifetime[];
  /** What stands behind `=`: how the conversation should end. `undefined` where there is no such line. */
  readonly expected: unknown;
}

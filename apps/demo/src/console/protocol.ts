/**
 * What the console's page and its host say to each other: JSON, one message a WebSocket frame. The
 * README has the same as a table. Types alone: the page takes no code of the host's.
 */
import type { PeerSnapshot, Snapshot } from "@x/client";
import type { FieldValue, FormField } from "@x/input";
import type { CollisionPolicy } from "@x/registry";
import type { JsonObject } from "@x/wire";

/** What can be tried with a server, beside what it is for. */
export type TryName =
  | "kill"
  | "stall"
  | "resume"
  | "change_tools"
  | "reconnect"
  | "allow_legacy"
  | "upgrade";

/** A peer as the client has it, and its process as the console has it. */
export interface PeerView extends PeerSnapshot {
  readonly purpose: string;
  readonly over: "stdio" | "http";
  /** Nothing where no process is known to run. */
  readonly pid: number | null;
  readonly isStalled: boolean;
  /** The program that is installed, where there are two versions of it. */
  readonly installed: "legacy" | "modern" | null;
  readonly can: readonly TryName[];
  /** How the client's subscription to its lists stands, in a sentence. */
  readonly subscription: string | null;
}

/** A tool under its merged name. */
export interface ToolView {
  readonly canonical: string;
  readonly peer: string;
  readonly local: string;
  readonly description: string;
  readonly isReadOnly: boolean;
  /** As its server says; absent where it is too large to be shown as a form. */
  readonly inputSchema?: JsonObject;
}

/** What a server wants to know of the user before it goes on. */
export interface Question {
  readonly key: number;
  readonly peer: string;
  /** The tool that is being called, where that is known. */
  readonly about: string | null;
  readonly message: string;
  readonly fields: readonly FormField[];
  readonly defaults: { readonly [field: string]: FieldValue };
}

/** How the client as a whole is. */
export interface ClientView {
  readonly state: "connecting" | "running" | "stopped";
  readonly policy: CollisionPolicy;
  /** Why it stopped. */
  readonly message: string | null;
}

/** Everything at one moment. A page that has the last one has missed no state. */
export interface ConsoleSnapshot {
  readonly client: ClientView;
  readonly peers: readonly PeerView[];
  readonly tools: readonly ToolView[];
  readonly prompts: Snapshot["prompts"];
  readonly collisions: Snapshot["collisions"];
  readonly quarantined: Snapshot["quarantined"];
  readonly questions: readonly Question[];
  /** Whether the peer whose tool collides was added. */
  readonly hasColliding: boolean;
}

/** One frame that crossed a wire. */
export interface Frame {
  /** Its number since the console started, from 1. */
  readonly n: number;
  /** Milliseconds since the console started. */
  readonly at: number;
  readonly peer: string;
  /** Which of the peer's connections, from 1. */
  readonly connection: number;
  readonly direction: "sent" | "received";
  readonly kind: "request" | "reply" | "notification" | "unreadable";
  /** That of a reply is its request's. */
  readonly method: string | null;
  /** As JSON: `1` and `"1"` are two. */
  readonly id: string | null;
  /** The number of the request that this is the reply to. */
  readonly of: number | null;
  /** Between the two, in milliseconds. */
  readonly latencyMs: number | null;
  /** The frame, or its beginning. */
  readonly text: string;
  /** How many characters the whole frame has. */
  readonly length: number;
}

/** One thing that happened. */
export interface ConsoleEvent {
  readonly n: number;
  readonly at: number;
  readonly kind: "peer" | "names" | "subscription" | "fault" | "stderr" | "tried" | "other";
  /** Nothing where it is about all of them. */
  readonly peer: string | null;
  readonly text: string;
}

/** How a command ended. */
export type Answer =
  | { readonly type: "answer"; readonly id: number; readonly ok: true; readonly result: unknown }
  | {
      readonly type: "answer";
      readonly id: number;
      readonly ok: false;
      readonly code: string;
      readonly message: string;
    };

/** How far a call is. */
export interface ProgressNote {
  readonly type: "progress";
  /** That of the command `call`. */
  readonly id: number;
  readonly progress: number;
  readonly total: number | null;
  readonly message: string | null;
}

/** From the host to a page. `dropped` counts what this page was too slow to take. */
export type HostMessage =
  | { readonly type: "snapshot"; readonly snapshot: ConsoleSnapshot }
  | { readonly type: "frames"; readonly frames: readonly Frame[]; readonly dropped: number }
  | { readonly type: "events"; readonly events: readonly ConsoleEvent[]; readonly dropped: number }
  | ProgressNote
  | Answer
  /** A message that was no command. */
  | { readonly type: "refused"; readonly message: string };

/** What a page asks for, each under an id of its own that `answer` has. */
export type Command = { readonly id: number } & Ask;

/** A command without its id. */
export type Ask =
  | {
      readonly type: "call";
      readonly tool: string;
      readonly arguments: JsonObject;
      readonly totalMs?: number;
    }
  /** `call` is the id of the command. */
  | { readonly type: "cancel"; readonly call: number }
  | {
      readonly type: "answer";
      /** Its `key`. */
      readonly question: number;
      readonly action: "accept" | "decline" | "cancel";
      readonly content?: { readonly [field: string]: FieldValue };
    }
  | {
      readonly type: "kill" | "stall" | "resume" | "change_tools" | "reconnect";
      readonly peer: string;
    }
  | { readonly type: "allow_legacy"; readonly peer: string; readonly allow: boolean }
  | { readonly type: "upgrade"; readonly peer: string; readonly to: "legacy" | "modern" }
  | { readonly type: "add_colliding" | "remove_colliding" }
  | { readonly type: "policy"; readonly policy: CollisionPolicy };

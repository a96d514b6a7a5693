import { onTestFinished } from "vitest";
import { fetchSend } from "../src/fetch-send.js";
import type { Send } from "../src/index.js";
import { nodeSend } from "../src/node-send.js";
import { undiciSend } from "../src/undici-send.js";

/** The ways to send that are there, by name. */
export const BACK_ENDS = {
  "node:http": nodeSend,
  undici: undiciSend,
  fetch: fetchSend,
} as const;

/** One of {@link BACK_ENDS}. */
export type BackEndName = keyof typeof BACK_ENDS;

/** Their names, the default first. */
export const BACK_END_NAMES: readonly BackEndName[] = ["node:http", "undici", "fetch"];

/** A back end that lets go of its connections at the end of the test. */
export function backEnd(name: BackEndName): Send {
  const send: Send = BACK_ENDS[name]();
  onTestFinished(() => send.close?.());
  return send;
}

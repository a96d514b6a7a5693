import type { RequestId } from "@x/wire";
import fc from "fast-check";
import { type ListenEvent, readNotification } from "../src/index.js";
import { acknowledgement, EVERYTHING, notificationOf, TOOLS } from "./scene.js";

export const MOMENT = { atMs: 0, jitter: 0 };
export const ATTACHED: ListenEvent = {
  ...MOMENT,
  type: "attached",
  era: "modern",
  capabilities: EVERYTHING,
  id: 1,
};
export const AGREED: ListenEvent = { ...MOMENT, ...heard(acknowledgement(1, TOOLS), 1) };
export const CHANGED: ListenEvent = {
  ...MOMENT,
  ...heard(notificationOf("tools/list_changed", 1), 1),
};
export const LOST = { type: "lost", cause: "stream_ended", message: "It ended." } as const;
const ERROR = { code: -32601, message: "No" };
export const REFUSED = {
  type: "refused",
  refusal: { type: "error", error: ERROR },
  message: "",
} as const;

export function heard(notification: Parameters<typeof readNotification>[0], id: RequestId) {
  return { type: "heard", id, heard: readNotification(notification, id) } as const;
}

export const over = (end: Extract<ListenEvent, { type: "over" }>["end"], id = 1): ListenEvent => ({
  ...MOMENT,
  type: "over",
  id,
  end,
});
export const elapsed: ListenEvent = { ...MOMENT, type: "elapsed", id: 2 };
export const closed: ListenEvent = { ...MOMENT, type: "closed" };
export const detached: ListenEvent = {
  ...MOMENT,
  type: "detached",
  cause: "closed",
  message: "Over.",
};
export const gone = { type: "closed", message: "Over." } as const;

export const anyFilter = fc.record(
  {
    toolsListChanged: fc.boolean(),
    promptsListChanged: fc.boolean(),
    resourcesListChanged: fc.boolean(),
    resourceSubscriptions: fc.subarray(["file:///a", "file:///b", "file:///z"]),
  },
  { requiredKeys: [] },
);

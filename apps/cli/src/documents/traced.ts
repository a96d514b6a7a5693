import {
  ANY,
  COUNT,
  either,
  list,
  MILLISECONDS,
  object,
  oneOf,
  type Shape,
  TEXT,
} from "./shape.js";

const WHERE = { line: COUNT, at: MILLISECONDS, server: TEXT, connection: COUNT };
const ID = either(TEXT, { type: "number" }, { type: "null" });

const ENTRY: Shape = object(
  {
    ...WHERE,
    direction: oneOf("sent", "received", "closed"),
    kind: oneOf("request", "response", "notification", "invalid", "end"),
  },
  {
    bytes: COUNT,
    method: TEXT,
    id: ID,
    latencyMs: MILLISECONDS,
    isLate: { const: true },
    era: ANY,
    fault: oneOf("foreign_id", "invalid_message", "second_answer", "server_request"),
    errorCode: ANY,
    closed: ANY,
  },
);

/** Of `trace`. */
export const TRACED: Shape = object({
  xMcpVersion: ANY,
  command: ANY,
  entries: list(ENTRY),
  unanswered: list(
    object({
      ...WHERE,
      direction: oneOf("sent", "received"),
      method: TEXT,
      id: ID,
      wasCancelled: { type: "boolean" },
    }),
  ),
  damaged: list(COUNT),
  dropped: COUNT,
});

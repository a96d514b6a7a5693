import {
  ANY,
  BOOLEAN,
  COUNT,
  either,
  list,
  MILLISECONDS,
  object,
  oneOf,
  type Shape,
  TEXT,
} from "./shape.js";

const ID = either(TEXT, { type: "integer" });

const WHERE = { line: COUNT, at: MILLISECONDS, server: TEXT, connection: COUNT };

const ERA = object({
  type: oneOf("evidence", "settled"),
  era: oneOf("legacy", "modern", "unknown"),
  revisions: list(TEXT),
});

const ENTRY = object(
  {
    ...WHERE,
    direction: oneOf("sent", "received", "closed"),
    kind: oneOf("request", "response", "notification", "invalid", "end"),
  },
  {
    method: TEXT,
    id: ID,
    bytes: COUNT,
    latencyMs: { type: "number" },
    isLate: { const: true },
    era: ERA,
    fault: oneOf("foreign_id", "invalid_message", "second_answer", "server_request"),
    errorCode: { type: "integer" },
    closed: TEXT,
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
      wasCancelled: BOOLEAN,
    }),
  ),
  damaged: list(COUNT),
  dropped: COUNT,
});

import { PHASES } from "../failure-kind.js";
import {
  ANY,
  COUNT,
  list,
  MILLISECONDS,
  object,
  oneOf,
  orNull,
  type Shape,
  TEXT,
} from "./shape.js";

/** What `--json` prints where a command has no answer. */
export const FAILURE: Shape = object(
  {
    error: object({
      server: orNull(TEXT),
      phase: oneOf(...PHASES),
      code: TEXT,
      message: TEXT,
      hint: orNull(TEXT),
      stderrTail: orNull(list(TEXT)),
    }),
  },
  { inputRequired: ANY },
);

const EVIDENCE: Shape = object(
  { step: oneOf("open", "probe", "initialize"), received: TEXT, atMs: COUNT },
  { sent: TEXT, stderr: list(TEXT) },
);

const CHALLENGE: Shape = object({
  scheme: TEXT,
  params: { type: "object", additionalProperties: TEXT },
});

/** How one server was found. */
export const SERVER: Shape = object(
  {
    name: TEXT,
    status: oneOf("ready", "unavailable"),
    era: oneOf("modern", "legacy", "unknown"),
    revision: orNull(TEXT),
    reason: orNull(TEXT),
    message: TEXT,
    evidence: list(EVIDENCE),
    elapsedMs: MILLISECONDS,
    tools: COUNT,
  },
  {
    endpoint: TEXT,
    hint: TEXT,
    overlay: object({ code: oneOf("allow_legacy_void", "disabled_in_file"), message: TEXT }),
    before: object(
      { era: oneOf("modern", "legacy"), revision: TEXT, reason: TEXT, at: TEXT },
      { silentMs: MILLISECONDS },
    ),
    faults: list(object({ code: TEXT, message: TEXT })),
    listProblem: TEXT,
    problems: list(
      object({ code: TEXT, file: TEXT, line: COUNT, field: orNull(TEXT), message: TEXT }),
    ),
    refusal: object({ status: COUNT, challenges: list(CHALLENGE) }, { hint: TEXT }),
  },
);

/** What is not in use, and why. */
export const LEFT_OUT: Shape = object({
  server: TEXT,
  localName: orNull(TEXT),
  reason: TEXT,
  scope: oneOf("tool", "prompt", "output_check"),
  message: TEXT,
});

/** What came of merging names. */
export const MERGED: Readonly<Record<string, Shape>> = {
  collisions: list(
    object({ localName: TEXT, holder: TEXT, server: TEXT, name: orNull(TEXT), message: TEXT }),
  ),
  quarantined: list(LEFT_OUT),
  servers: list(SERVER),
};

import { type JsonRedaction, redactJson } from "./redact-json.js";
import { utf8Length } from "./utf8.js";

/** A frame as it can be shown or kept: without what is secret. */
export type RedactedFrame = {
  /** Of the frame itself, in UTF-8, without its line end. */
  readonly bytes: number;
} & (
  | {
      /** What it says, redacted. */
      readonly message: unknown;
    }
  | {
      /** The whole of a frame that is no JSON, redacted. */
      readonly text: string;
    }
);

/**
 * Reads and redacts one frame of a tap. It is parsed first, so that a secret is found however its
 * characters are escaped, and in the names of members too. Takes time linear in the frame, beside what
 * the redaction takes.
 */
export function redactFrame(frame: string, redaction: JsonRedaction): RedactedFrame {
  const bytes = utf8Length(frame);
  let parsed: unknown;
  try {
    parsed = JSON.parse(frame);
  } catch {
    return { bytes, text: redaction.text(frame, "") };
  }
  return { bytes, message: redactJson(parsed, redaction) };
}

import { SERVER } from "./common.js";
import { list, object, oneOf, orNull, type Shape, TEXT } from "./shape.js";

const PROVIDED = object({
  name: TEXT,
  how: oneOf("kept", "rewritten", "cut"),
  replaced: list(object({ character: TEXT, written: TEXT })),
  back: orNull(TEXT),
  message: TEXT,
});

const REASONS = oneOf(
  "only",
  "first",
  "held",
  "collision",
  "looks_prefixed",
  "prefix_always",
  "kept",
);

/** Of `names`. */
export const EXPLAINED_NAMES: Shape = object({
  policy: oneOf("prefix", "prefix-always", "reject"),
  provider: orNull(TEXT),
  names: list(
    object(
      {
        name: TEXT,
        server: TEXT,
        localName: TEXT,
        reason: REASONS,
        others: list(TEXT),
        unknown: list(TEXT),
        message: TEXT,
      },
      { provider: PROVIDED },
    ),
  ),
  servers: list(SERVER),
});

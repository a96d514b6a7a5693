import { SERVER } from "./common.js";
import { ANY_OBJECT, list, object, oneOf, orNull, type Shape, TEXT } from "./shape.js";

const REASON = oneOf(
  "only",
  "first",
  "held",
  "collision",
  "looks_prefixed",
  "prefix_always",
  "kept",
);

const PROVIDED = object({
  name: TEXT,
  how: oneOf("kept", "rewritten", "cut"),
  replaced: list(ANY_OBJECT),
  back: orNull(TEXT),
  message: TEXT,
});

/** Of `names`. */
export const NAMED: Shape = object({
  policy: oneOf("prefix", "reject", "prefix-always"),
  provider: orNull(TEXT),
  names: list(
    object(
      {
        name: TEXT,
        server: TEXT,
        localName: TEXT,
        reason: REASON,
        others: list(TEXT),
        unknown: list(TEXT),
        message: TEXT,
      },
      { provider: PROVIDED },
    ),
  ),
  servers: list(SERVER),
});

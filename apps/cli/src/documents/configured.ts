import {
  BOOLEAN,
  byName,
  COUNT,
  either,
  list,
  object,
  oneOf,
  orNull,
  type Shape,
  TEXT,
} from "./shape.js";

const ALLOWED = either(BOOLEAN, object({ reopen: BOOLEAN }));

const CONFIGURED_SERVER: Shape = object(
  {
    name: TEXT,
    type: oneOf("stdio", "http"),
    allowLegacy: ALLOWED,
    origin: object(
      { file: TEXT, line: COUNT },
      { overlay: object({ file: TEXT, keys: list(TEXT) }) },
    ),
    ignoredKeys: list(TEXT),
  },
  {
    command: TEXT,
    args: list(TEXT),
    cwd: TEXT,
    env: byName(TEXT),
    url: TEXT,
    headers: byName(TEXT),
    allowInsecure: BOOLEAN,
    probeTimeoutMs: COUNT,
    legacyProbeTimeoutMs: COUNT,
    startTimeoutMs: COUNT,
    tools: object({}, { include: list(TEXT), exclude: list(TEXT) }),
  },
);

/** Of `config`. */
export const CONFIGURED: Shape = object({
  files: list(TEXT),
  found: BOOLEAN,
  overlay: orNull(TEXT),
  collision: oneOf("prefix", "reject", "prefix-always"),
  collisionFrom: orNull(TEXT),
  servers: list(CONFIGURED_SERVER),
  disabled: list(TEXT),
  unusable: list(
    object({
      name: TEXT,
      problems: list(
        object({ code: TEXT, file: TEXT, line: COUNT, field: orNull(TEXT), message: TEXT }),
      ),
    }),
  ),
  replaced: list(object({ name: TEXT, file: TEXT, by: TEXT })),
  notes: list(object({ server: TEXT, code: TEXT, message: TEXT })),
});

/** Of `allow`. */
export const ALLOWED_SERVER: Shape = object({
  server: TEXT,
  file: TEXT,
  isNew: BOOLEAN,
  evidence: list(TEXT),
});

/** Of `init`. */
export const WRITTEN: Shape = object({
  file: TEXT,
  servers: list(object({ name: TEXT, from: TEXT })),
});

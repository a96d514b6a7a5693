import {
  after,
  atOnce,
  both,
  close,
  DISCOVER_RESULT,
  discovered,
  error,
  exit,
  frame,
  INITIALIZE_RESULT,
  initialized,
  lateForProbe,
  result,
  silence,
} from "./behaviours.js";
import { type Behaviour, TIMES } from "./world.js";

/** Later than every deadline of a probe. */
const TOO_LATE_MS = TIMES.startTimeoutMs + 1;
/** Later than the probe's deadline of a peer that is allowed, and before `initialize` is given up. */
const LATE_MS = TIMES.probeTimeoutMs + 1;

const UNSUPPORTED = { supported: ["2026-07-28"], requested: "2026-07-28" };
const NOT_FOUND = { error: { code: -32601, message: "Method not found" } };
const foreign = (body: object) => frame((id) => ({ jsonrpc: "2.0", id: id + 500, ...body }));

export type Alphabet = { readonly [name: string]: Behaviour };

/** Everything a server may do with `server/discover`. */
export const AT_PROBE: Alphabet = {
  valid: discovered(),
  "valid without resultType": discovered({ resultType: undefined }),
  "no mutual revision": discovered({ supportedVersions: ["2099-01-01"] }),
  "only legacy revisions": discovered({ supportedVersions: ["2025-11-25", "2025-06-18"] }),
  "no revisions": discovered({ supportedVersions: [] }),
  "-32022 mutual": error(-32022, { supported: ["2025-11-25", "2026-07-28"], requested: "x" }),
  "-32022 the same revision": error(-32022, UNSUPPORTED),
  "-32022 none mutual": error(-32022, { supported: ["2099-01-01"], requested: "2026-07-28" }),
  "-32022 only legacy": error(-32022, { supported: ["2025-11-25"], requested: "2026-07-28" }),
  "-32022 without a list": error(-32022),
  "-32021 satisfiable": error(-32021, { requiredCapabilities: { elicitation: { url: {} } } }),
  "-32021 unsatisfiable": error(-32021, { requiredCapabilities: { sampling: {} } }),
  "-32021 without data": error(-32021),
  "-32020": error(-32020),
  "-32601": error(-32601, undefined, "Method not found"),
  "-32602": error(-32602),
  "-32603": error(-32603),
  "-32000": error(-32000),
  "-32001": error(-32001),
  "0": error(0),
  "{} as result": result({}),
  "a list as result": result([]),
  input_required: discovered({ resultType: "input_required", requestState: "s" }),
  "unknown resultType": discovered({ resultType: "partial" }),
  "supportedVersions a string": discovered({ supportedVersions: "2026-07-28" }),
  "capabilities a list": discovered({ capabilities: [] }),
  "an answer to initialize": initialized(),
  "result and error": frame((id) => ({
    jsonrpc: "2.0",
    id,
    result: DISCOVER_RESULT,
    error: { code: -32022, message: "no", data: UNSUPPORTED },
  })),
  "no jsonrpc": frame((id) => ({ id, result: DISCOVER_RESULT })),
  "id as a string": frame((id) => ({ jsonrpc: "2.0", id: `${id}`, result: DISCOVER_RESULT })),
  "foreign id": foreign({ result: DISCOVER_RESULT }),
  "id null": frame(() => ({ jsonrpc: "2.0", id: null, error: { code: -32022, message: "no" } })),
  "-32601 and DiscoverResult": atOnce(NOT_FOUND, { result: DISCOVER_RESULT }),
  "-32601 and -32022": atOnce(NOT_FOUND, { error: { code: -32022, message: "no" } }),
  "DiscoverResult and -32601": atOnce({ result: DISCOVER_RESULT }, NOT_FOUND),
  "-32601 twice": atOnce(NOT_FOUND, NOT_FOUND),
  "id as a string and DiscoverResult": ({ request: { id }, send }) =>
    send(
      { jsonrpc: "2.0", id: `${id}`, result: DISCOVER_RESULT },
      { jsonrpc: "2.0", id, result: DISCOVER_RESULT },
    ),
  "no jsonrpc and -32020": ({ request: { id }, send }) =>
    send({ id, result: {} }, { jsonrpc: "2.0", id, error: { code: -32020, message: "no" } }),
  garbage: frame(() => "Listening on stdio..."),
  silence: silence,
  close: close,
  exit: exit(3, "fatal: missing API_KEY"),
  "late DiscoverResult": after(LATE_MS, discovered()),
  "late -32022": after(LATE_MS, error(-32022, UNSUPPORTED)),
  "late -32020": after(LATE_MS, error(-32020)),
  "late -32601": after(LATE_MS, error(-32601)),
  "too late DiscoverResult": after(TOO_LATE_MS, discovered()),
};

/**
 * Below the first probe of a run, members that fare like another one that stays are left out: their
 * verdicts are told apart above, and in `probe-verdict.test.ts`.
 */
const FARES_LIKE_ANOTHER: ReadonlySet<string> = new Set([
  ...["valid without resultType", "no revisions", "only legacy revisions", "-32022 only legacy"],
  ...["-32602", "-32603", "-32000", "-32001", "0", "a list as result", "unknown resultType"],
  ...["supportedVersions a string", "capabilities a list", "exit", "too late DiscoverResult"],
  ...["late -32020", "id null", "no jsonrpc", "-32601 twice", "DiscoverResult and -32601"],
  ...["-32601 and -32022"],
]);
export const AT_LATER_PROBE: Alphabet = Object.fromEntries(
  Object.entries(AT_PROBE).filter(([name]) => !FARES_LIKE_ANOTHER.has(name)),
);

const LATE_RESULT = lateForProbe({ result: DISCOVER_RESULT });
const LATE_ERROR = lateForProbe({ error: { code: -32022, message: "no", data: UNSUPPORTED } });
const LATE_UNKNOWN = lateForProbe({ error: { code: -32601, message: "Method not found" } });

/** Everything a server may do with `initialize`. */
export const AT_INITIALIZE: Alphabet = {
  "valid 2025-11-25": initialized(),
  "valid 2025-06-18": initialized({ protocolVersion: "2025-06-18" }),
  "valid 2025-03-26": initialized({ protocolVersion: "2025-03-26" }),
  "valid 2024-11-05": initialized({ protocolVersion: "2024-11-05" }),
  "valid, then close": both(initialized(), close),
  "id of another type": frame((id) => ({ jsonrpc: "2.0", id: `${id}`, result: INITIALIZE_RESULT })),
  "foreign id": foreign({ result: INITIALIZE_RESULT }),
  "error beside result": frame((id) => ({
    jsonrpc: "2.0",
    id,
    result: INITIALIZE_RESULT,
    error: { code: 0, message: "" },
  })),
  "no jsonrpc": frame((id) => ({ id, result: INITIALIZE_RESULT })),
  "revision 1999-01-01": initialized({ protocolVersion: "1999-01-01" }),
  "echo 2026-07-28": initialized({ protocolVersion: "2026-07-28" }),
  "no revision": initialized({ protocolVersion: undefined }),
  "capabilities a list": initialized({ capabilities: [] }),
  "capabilities null": initialized({ capabilities: null }),
  "capabilities missing": initialized({ capabilities: undefined }),
  "serverInfo missing": initialized({ serverInfo: undefined }),
  "name empty": initialized({ serverInfo: { name: "", version: "1" } }),
  "version missing": initialized({ serverInfo: { name: "s" } }),
  "version a number": initialized({ serverInfo: { name: "s", version: 1 } }),
  "a list as result": result([]),
  "-32000": error(-32000, undefined, "Server not initialized"),
  "-32602": error(-32602),
  "valid and DiscoverResult for the probe": ({ request: { id }, probeId, send }) =>
    send(
      { jsonrpc: "2.0", id, result: INITIALIZE_RESULT },
      { jsonrpc: "2.0", id: probeId ?? 999, result: DISCOVER_RESULT },
    ),
  "-32000 and -32022": atOnce(
    { error: { code: -32000, message: "no" } },
    { error: { code: -32022, message: "no" } },
  ),
  "-32022": error(-32022, UNSUPPORTED),
  "-32022 none mutual": error(-32022, { supported: ["2099-01-01"], requested: "2025-11-25" }),
  "-32021": error(-32021, { requiredCapabilities: { elicitation: { url: {} } } }),
  "-32020": error(-32020),
  "a DiscoverResult": discovered(),
  garbage: frame(() => "Listening on stdio..."),
  silence: silence,
  close: close,
  exit: exit(1),
  "late DiscoverResult, then valid": both(LATE_RESULT, initialized()),
  "late -32022, then valid": both(LATE_ERROR, initialized()),
  "late -32601, then valid": both(LATE_UNKNOWN, initialized()),
  "valid, then late DiscoverResult": both(initialized(), LATE_RESULT),
};

import { EXIT } from "../../src/exit-code.js";
import type { Row } from "./case-rows.js";

/** A server that tells of changes of its tools, and otherwise does what its case says. */
const TELLING = [
  '* {"id":1,"method":"server/discover"}',
  '< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}},"ttlMs":0,"cacheScope":"private"}}',
];
const LISTEN = ["listen", "a", "--tools", "--for", "1"];

/** The same for servers that are listened to. */
export const LISTENING_ROWS: readonly Row[] = [
  {
    name: "S1: of events only those after the acknowledgement and under the right id count",
    of: "S1",
    args: LISTEN,
    before: TELLING,
    code: EXIT.ok,
    stdout: "acknowledged: tools\ntools changed\n",
  },
  {
    name: "S4: a server that cancels a listen has ended it",
    of: "S4",
    args: LISTEN,
    before: TELLING,
    code: EXIT.ok,
    stdout: /^acknowledged: tools\nended: .*shutting down/,
  },
  {
    name: "S4: a listen that is refused is not repeated",
    of: "S4-refused",
    args: LISTEN,
    before: TELLING,
    code: EXIT.toolFailed,
    stdout: /^refused: /,
  },
  {
    name: "S4: less than was asked for is told",
    of: "S4-narrower",
    args: LISTEN,
    before: TELLING,
    code: EXIT.usage,
    stdout: /not promised: tools/,
  },
];

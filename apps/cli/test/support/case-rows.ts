import { EXIT } from "../../src/exit-code.js";

/** Calls the tool that all of them have. */
export const CALL: readonly string[] = ["call", "a/echo"];

/** What a command says of a server that misbehaves. */
export interface Row {
  readonly name: string;
  readonly of: string;
  readonly args: readonly string[];
  readonly server?: object;
  readonly before?: readonly string[];
  readonly code: number;
  readonly stdout?: string | RegExp;
  readonly stderr?: string | RegExp;
  readonly never?: RegExp;
  readonly sends?: RegExp;
}

/** Every row that shows itself in what one command says of one server. */
export const ROWS: readonly Row[] = [
  {
    name: "F1: a banner, lines that are no messages and a byte order mark do no harm to a call",
    of: "F1",
    args: CALL,
    code: EXIT.ok,
    stdout: "done\n",
  },
  {
    name: "F1: doctor tells each of these lines with how it begins, and calls the server ready",
    of: "F1",
    args: ["doctor"],
    code: EXIT.ok,
    stdout:
      /^a: ready\n[\s\S]*\n {2}faults {4}.*Starting server on stdio.*\n {12}.*ready.*\n {12}.*\[1,2,3\]/,
  },
  {
    name: "F5: an answer over the limit fails with the limit, the size and the remedy",
    of: "F5",
    args: CALL,
    code: EXIT.toolFailed,
    stderr: /at least \d+ bytes is over the limit of \d+ bytes\. Raise that/,
  },
  {
    name: "F6: answers under foreign ids are none, and the right one still answers",
    of: "F6",
    args: CALL,
    code: EXIT.ok,
    stdout: "done\n",
  },
  {
    name: "F7: an error without an id fails nothing",
    of: "F7",
    args: CALL,
    code: EXIT.ok,
    stdout: "done\n",
  },
  {
    name: "F8: an answer that is cut fails soon, with how it began",
    of: "F8",
    args: CALL,
    code: EXIT.toolFailed,
    stderr: /not JSON.*It began: .*half/,
  },
  {
    name: "F10: a request of a modern server is not answered",
    of: "F10",
    args: CALL,
    code: EXIT.ok,
    stdout: "done\n",
    never: /of-the-server/,
  },
  {
    name: "P2: a server that dies during a call ends it with its exit code and last words",
    of: "P2",
    args: CALL,
    code: EXIT.unavailable,
    stderr: /exit code 3; .*fatal: missing API_KEY/,
  },
  {
    name: "P3: a megabyte of log before the first answer holds nothing up, and is not printed",
    of: "P3",
    args: CALL,
    code: EXIT.ok,
    stdout: "done\n",
  },
  {
    name: "P5: a call fails when its server exits, not when the pipe ends",
    of: "P5",
    args: CALL,
    code: EXIT.unavailable,
    stderr: /exit code 4/,
  },
  {
    name: "P7: a server that exits at once is unavailable",
    of: "P7",
    args: CALL,
    code: EXIT.unavailable,
    stderr: /exited with code 1/,
  },
  {
    name: "P8: a call that was lost is not sent again by itself",
    of: "P8",
    args: CALL,
    code: EXIT.unavailable,
    stderr: /exit code 139; .*segmentation fault/,
  },
  {
    name: "P9: a server that dies at every start is started once, and said to be gone with its last words",
    of: "P9",
    args: ["doctor"],
    code: EXIT.unavailable,
    stdout: /probe_closed[\s\S]*no database at localhost:5432/,
  },
  {
    name: "P10: a legacy server behind a launcher that takes its time is legacy",
    of: "P10-legacy",
    args: CALL,
    server: { allowLegacy: true },
    code: EXIT.ok,
    stdout: "done\n",
  },
  {
    name: "L1: cursors that lead in a circle end the list with what was read",
    of: "L1-cycle",
    args: ["tools"],
    code: EXIT.partial,
    stdout: /3 tools/,
    stderr: /leads in a circle/,
  },
  {
    name: "L1: an empty cursor is one",
    of: "L1-empty-cursor",
    args: ["tools"],
    code: EXIT.ok,
    stdout: /2 tools/,
  },
  {
    name: "L2: tools with broken schemas are left out with their reasons, never the whole list",
    of: "L2",
    args: ["tools"],
    code: EXIT.ok,
    stdout: /^a: 2 tools\n {2}good\(\)/,
    stderr: /"no-schema" .*is left out: it has no inputSchema/,
  },
  {
    name: "L3: of two tools of one name in a list the first is used",
    of: "L3-duplicate",
    args: ["tools"],
    code: EXIT.ok,
    stdout: "a: 1 tool\n  search()\n      first\n",
    stderr: /more than once/,
  },
  {
    name: "L7: a tool's own failure is printed, and its schema is not held against it",
    of: "L7",
    args: ["call", "a/count"],
    code: EXIT.toolFailed,
    stdout: "no such table\n",
    stderr: "",
  },
  {
    name: "I1: input that is asked for without end is given up",
    of: "I1",
    args: [...CALL, "--answers", "ANSWERS"],
    code: EXIT.toolFailed,
    stderr: /more than 10 times/,
  },
  {
    name: "I1: a list may not ask for input",
    of: "I1-list",
    args: ["tools"],
    code: EXIT.unavailable,
    stderr: /resultType is not complete/,
  },
  {
    name: "I1: what was not declared is refused by name",
    of: "I1-undeclared",
    args: CALL,
    code: EXIT.inputRequired,
    stderr: /sampling\/createMessage/,
  },
  {
    name: "I1: a call that only wants its state back is sent again at once",
    of: "I1-state-only",
    args: CALL,
    code: EXIT.ok,
    stdout: "done\n",
  },
  {
    name: "I1: a state that looks like no text is sent back as it was",
    of: "I1-binary-state",
    args: [...CALL, "--answers", "ANSWERS"],
    code: EXIT.ok,
    stdout: "done\n",
  },
  {
    name: "I2: a javascript: URL is refused without asking anybody",
    of: "I2-url",
    args: [...CALL, "--on-input", "ask"],
    code: EXIT.inputRequired,
    stderr: /its url is not one with http: or https:/,
  },
  {
    name: "T1: a call that is not answered in time is cancelled on the wire",
    of: "T1",
    args: [...CALL, "--timeout", "3"],
    code: EXIT.timedOut,
    stderr: /the call was cancelled/,
    sends: /"notifications\/cancelled"/,
  },
  {
    name: "H12: a legacy server that wants a page visited first has its URL told",
    of: "H12-url",
    args: CALL,
    server: { allowLegacy: true },
    code: EXIT.toolFailed,
    stderr: /"https:\/\/login\.example\/connect\?id=e1"/,
  },
];

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SseDecoder, type SseIncoming } from "../src/sse-decoder.js";
import { cut, utf8 } from "./bytes.js";

/** The data of an event; or its data, then its name and its id where they are not the usual ones. */
type Expected = string | readonly [data: string, event: string, id?: string];

const LONG = "x".repeat(2049);

/**
 * Streams and what they come to: the cases that eventsource-parser is tested with
 * (https://github.com/rexxars/eventsource-parser, test/fixtures.ts), as far as they are about the
 * format. There, an id belongs to its event alone; here it is the stream's last one.
 */
const CASES: readonly [name: string, stream: string, expected: readonly Expected[]][] = [
  ["unnamed events", "data: 0\n\ndata: 1\n\ndata: 2\n\n", ["0", "1", "2"]],
  ["a named event", "event: done\ndata: ✔\n\n", [["✔", "done"]]],
  [
    "ids and reconnection times",
    "id: 1\nevent: tick\nretry: 50\ndata: 1\n\nid: 2\nevent: tick\nretry: 50\ndata: 2\n\n",
    [
      ["1", "tick", "1"],
      ["2", "tick", "2"],
    ],
  ],
  ["heartbeats", ": ♥\n\ndata: A\n\n: ♥\n\ndata: B\n\n", ["A", "B"]],
  [
    "several lines of data",
    "event: stock\ndata: YHOO\ndata: +2\ndata: 10\n\nevent: stock\ndata: GOOG\ndata: -8\n\n",
    [
      ["YHOO\n+2\n10", "stock"],
      ["GOOG\n-8", "stock"],
    ],
  ],
  [
    "empty lines and characters of several bytes",
    "\n\n\n\nid: 1\ndata: 我現在都看實況不玩遊戲\n\n",
    [["我現在都看實況不玩遊戲", "message", "1"]],
  ],
  [
    "a byte order mark before two events",
    "\uFEFFdata: bomful 1\n\n\uFEFFdata: bomful 2\n\ndata: bomless 3\n\n",
    ["bomful 1", "bomless 3"],
  ],
  ["CR", "data: dog\rdata: bark\r\rdata: cat\rdata: meow\r\r", ["dog\nbark", "cat\nmeow"]],
  ["LF", "data: cow\ndata: moo\n\ndata: horse\ndata: neigh\n\n", ["cow\nmoo", "horse\nneigh"]],
  ["CRLF", "data: sheep\r\ndata: bleat\r\n\r\ndata: pig\r\n\r\n", ["sheep\nbleat", "pig"]],
  ["CRLF, where CR alone ends a line too", "data: A\r\ndata: B\r\ndata: C\r\n\r\n", ["A\nB\nC"]],
  [
    "comments of every shape",
    `: Hello\n\n${":".repeat(300)}\ndata: 1\n\n: Первый: 第二\ndata: 2\n\n${": Moop \n".repeat(9)}: ثالث\ndata: 3\n\n:നാലാമത്തെ\ndata: 4\n\n`,
    ["1", "2", "3", "4"],
  ],
  [
    "comments among line ends of every kind",
    `data:1\r\r:\0\n:\r\ndata:2\n\n:${LONG}\rdata:3\n\n:data:fail\r:${LONG}\ndata:4\n\ndata:5`,
    ["1", "2", "3", "4"],
  ],
  ["an empty event field", "event:\ndata: Hello 1\n\nevent:\n\n", ["Hello 1"]],
  ["an empty retry field", "id:2\nretry:\ndata:🧹\n\n", [["🧹", "message", "2"]]],
  ["data without a value", "data:\n\ndata\ndata\n\ndata:test\n\n", ["", "\n", "test"]],
  ["a reconnection time with a letter in it", "retry:1000\nretry:2000x\ndata:x\n\n", ["x"]],
  [
    "unknown fields",
    "data:abc\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:123\n\n",
    ["abc\n\n123"],
  ],
  ["NUL in an id", "id: 123\nid: bad\0id\ndata: hello\n\n", [["hello", "message", "123"]]],
  ["a huge line", `: hello\n\ndata: ${LONG.repeat(50)}\n\n: END\n\n`, [LONG.repeat(50)]],
];

function eventOf(expected: Expected): SseIncoming {
  const [data, event = "message", id] = typeof expected === "string" ? [expected] : expected;
  return id === undefined ? { type: "event", event, data } : { type: "event", event, data, id };
}

describe("SseDecoder", () => {
  it.each(CASES)("H7: reads %s, however the stream is cut", (_name, stream, expected) => {
    const bytes = utf8(stream);
    const events = expected.map(eventOf);
    expect(new SseDecoder().push(bytes)).toEqual(events);
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.nat(3000)), {
      minLength: 1,
    });
    fc.assert(
      fc.property(sizes, (cuts) => {
        const decoder = new SseDecoder();
        const pieces = cut(bytes, ...cuts.map((size) => Math.max(1, size)));
        expect([...pieces].flatMap((piece) => decoder.push(piece))).toEqual(events);
      }),
      { numRuns: 25 },
    );
  });
});

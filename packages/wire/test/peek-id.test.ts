import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { peekId, type RequestId } from "../src/index.js";

describe("peekId", () => {
  const found: readonly [string, RequestId][] = [
    ['{"jsonrpc":"2.0","id":1,"result":{"a":"x', 1],
    ['{"jsonrpc":"2.0","id":"a b","result":', "a b"],
    ['  {\t"id" : -12 , "resu', -12],
    ['{"id":0}', 0],
    ['{"id":"","result":{', ""],
    ['{"id":"q\\"uo\\\\te\\u0041",', 'q"uo\\teA'],
    ['{"i\\u0064":7,', 7],
    ['{"result":{"id":5,"method":"m"},"id":6}', 6],
    ['{"result":{"text":"} \\" ] \\\\"},"id":6,', 6],
    ['{"id":1,"result":{}}{"id":2', 1],
    ['{"id":1 "result"', 1],
    ['\uFEFF{"id":3,', 3],
  ];
  it.each(found)("reads %s", (text, id) => {
    expect(peekId(text)).toBe(id);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":1', "a number that might go on"],
    ['{"jsonrpc":"2.0","id":"a', "a cut string"],
    ['{"jsonrpc":"2.0","id":', "no value"],
    ['{"jsonrpc":"2.0","id"', "no colon"],
    ['{"result":{"id":5', "an id below the top level"],
    ['{"a":"\\"id\\":5,"', "an id inside a string"],
    ['{"ID":5,', "another key"],
    ['{"id":null,', "null"],
    ['{"id":1.5,', "a fraction"],
    ['{"id":12345678901234567890,', "more than an exact integer"],
    ['{"id":{"id":1},', "an object"],
    ['{"id":tru,', "a broken literal"],
    ['{"method":"m","id":1,', "a call of the peer"],
    ['{"id":1,"method":"m","params":{', "a call of the peer, the id first"],
    ['[{"id":1,', "an array"],
    ["Starting server {id:1,", "a log line"],
    ['"id":1,', "no object"],
    ["{", "only a brace"],
    ["", "nothing"],
    ["{}{", "an empty object"],
    ['{,"id":1,', "a stray comma"],
  ])("finds nothing in %s: %s", (text) => {
    expect(peekId(text)).toBeUndefined();
  });

  const ids = fc.oneof(fc.string(), fc.maxSafeInteger());

  it("reads from any cut of a response either its id or nothing", () => {
    const responses = fc.record({ a: fc.json(), id: ids, result: fc.jsonValue() });
    fc.assert(
      fc.property(responses, fc.double({ min: 0, max: 1, noNaN: true }), (response, part) => {
        const text = JSON.stringify(response);
        const peeked = peekId(text.slice(0, Math.floor(text.length * part)));
        expect([undefined, response.id === 0 ? 0 : response.id]).toContain(peeked);
        expect(peekId(text)).toBe(response.id === 0 ? 0 : response.id);
      }),
    );
  });

  it("survives any text", () => {
    const pieces = fc.constantFrom(
      '{"id":',
      '"',
      "\\",
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "1",
      " ",
      "x",
    );
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        expect(["undefined", "string", "number"]).toContain(typeof peekId(parts.join("")));
      }),
    );
  });

  it("is not slowed down by quotes, backslashes or brackets", () => {
    const size = 1_000_000;
    for (const filler of ['\\"', "\\\\", "{", "[", ",", " ", '"a":']) {
      for (const head of ['{"result":{"text":"', '{"result":', '{"result":1,', "{"]) {
        expect(peekId(head + filler.repeat(size / filler.length))).toBeUndefined();
      }
    }
  });
});

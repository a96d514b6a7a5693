import fc from "fast-check";
import { expect, test } from "vitest";
import { redact } from "../src/index.js";

test("K5: a secret is replaced wherever it stands", () => {
  expect(redact("token=s3cret; again s3cret.", ["s3cret"])).toBe(
    "token=[redacted]; again [redacted].",
  );
});

test("K5: of secrets that contain or overlap each other no piece is left over", () => {
  expect(redact("xabcdefx", ["abcd", "abcdef"])).toBe("x[redacted]x");
  expect(redact("xabcdefx", ["abcd", "cdef"])).toBe("x[redacted]x");
  expect(redact("abcdefgh", ["abcd", "efgh"])).toBe("[redacted][redacted]");
});

test("K5: a secret inside a JSON string is found, also where that is in another one", () => {
  const secret = 'pass"word\nline';
  const json = JSON.stringify({ secret });
  expect(redact(json, [secret])).toBe('{"secret":"[redacted]"}');
  const quoted = redact(JSON.stringify(json), [secret]);
  expect(JSON.parse(JSON.parse(quoted))).toEqual({ secret: "[redacted]" });
});

test("K5: one line of a secret is found inside a JSON string, too", () => {
  expect(redact(JSON.stringify('at b"2.'), ['a"1\nb"2'])).toBe('"at [redacted]."');
});

test("K5: a secret is found where spaces stand for its tabs and line ends", () => {
  expect(redact("read: me  pass 1 .", ["me\r\npass\t1\n"])).toBe("read: [redacted].");
});

test("K5: a secret of several lines is found line by line", () => {
  expect(redact("read: c2Vjb25k", ["Zmlyc3Q=\r\nc2Vjb25k\n"])).toBe("read: [redacted]");
});

test("K5: values shorter than four characters are left", () => {
  expect(redact("1 on dev", ["1", "on", "dev", ""])).toBe("1 on dev");
});

test("K5: a secret that is percent-encoded is found, as a part of a URL", () => {
  const secret = "tok/51+é==";
  const url = new URL(`https://example.com/?${new URLSearchParams({ next: secret })}`).href;
  expect(redact(`at ${url}.`, [secret])).toBe("at https://example.com/?next=[redacted].");
  expect(redact("half\ud800", ["half\ud800"])).toBe("[redacted]");
});

test("K5: a secret is a text, not a pattern, and what replaces it is not searched again", () => {
  expect(redact("a.c+ abcc $&", ["a.c+"])).toBe("[redacted] abcc $&");
  expect(redact("abcd", ["abcd", "redacted"])).toBe("[redacted]");
});

test("K5: no secret outlives redaction, and what is not secret does", () => {
  const letters = fc.string({
    unit: fc.constantFrom("a", "b", "\n", '"'),
    minLength: 4,
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1 }), fc.array(letters), (secrets, others) => {
      const text = [...others, ...secrets].join("-");
      const redacted = redact(text, secrets);
      for (const secret of secrets) {
        expect(redacted).not.toContain(secret);
      }
      const rest = redacted.split("[redacted]").join("");
      expect(rest.length).toBeLessThan(text.length);
      expect(redact(text, [])).toBe(text);
    }),
  );
});

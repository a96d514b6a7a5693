import fc from "fast-check";
import { expect, test } from "vitest";
import { redact, secretsOf } from "../src/index.js";
import { parse, reference } from "./parsing.js";

test("K5: the secrets of a configuration are the resolved values of env and headers", () => {
  const config = parse(
    {
      a: { command: "a", args: ["argument"], env: { T: reference("T"), U: "plain", E: "" } },
      b: {
        url: "https://example.com",
        headers: { Authorization: "Bearer abcdef", "X-Key": "plain" },
      },
    },
    { T: "token" },
  );
  expect(secretsOf(config)).toEqual(["token", "plain", "Bearer abcdef", "abcdef"]);
});

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

test("K5: a secret inside a JSON string is found", () => {
  const secret = 'pass"word\nline';
  expect(redact(JSON.stringify({ secret }), [secret])).toBe('{"secret":"[redacted]"}');
});

test("K5: a secret of several lines is found line by line", () => {
  expect(redact("read: c2Vjb25k", ["Zmlyc3Q=\r\nc2Vjb25k\n"])).toBe("read: [redacted]");
});

test("K5: values shorter than four characters are left", () => {
  expect(redact("1 on dev", ["1", "on", "dev", ""])).toBe("1 on dev");
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

import fc from "fast-check";
import { expect, test } from "vitest";
import { codeOf, formRequest, submit } from "./fixtures.js";

async function fits(format: string, text: string): Promise<boolean> {
  const request = formRequest({ text: { type: "string", format } });
  return codeOf(await submit(request, { text })) === "answered";
}

test.each([
  ["email", "ada@example.com"],
  ["email", "a.b+c=d@localhost"],
  ["email", "o'neil@sub.example.co.uk"],
  ["uri", "https://example.com/a?b#c"],
  ["uri", "urn:isbn:0451450523"],
  ["uri", "mailto:ada@example.com"],
  ["uri", "file:///tmp/a%20b"],
  ["date", "2024-02-29"],
  ["date", "2000-02-29"],
  ["date", "1999-12-31"],
  ["date-time", "2026-07-28T00:00:00Z"],
  ["date-time", "2026-07-28t23:59:59.123456z"],
  ["date-time", "2026-07-28T12:30:00+14:00"],
  ["date-time", "1998-12-31T23:59:60Z"],
  ["date-time", "1998-12-31T15:59:60.5-08:00"],
])("a text of the format %s can be %j", async (format, text) => {
  expect(await fits(format, text)).toBe(true);
});

test.each([
  ["email", "ada"],
  ["email", "@example.com"],
  ["email", "ada@"],
  ["email", "a..b@example.com"],
  ["email", ".a@example.com"],
  ["email", "a@b@example.com"],
  ["email", "a b@example.com"],
  ["email", "ada@-example.com"],
  ["email", "ada@example..com"],
  ["email", "ada@example.com\n"],
  ["email", `${"a".repeat(65)}@example.com`],
  ["email", `a@${"b.".repeat(130)}c`],
  ["uri", "example.com"],
  ["uri", "/path"],
  ["uri", "https://example.com/a b"],
  ["uri", "https://example.com/ü"],
  ["uri", "https://example.com/%g0"],
  ["uri", "1a:b"],
  ["uri", "a:b#c#d"],
  ["uri", "https://example.com/\n"],
  ["date", "2023-02-29"],
  ["date", "1900-02-29"],
  ["date", "2026-13-01"],
  ["date", "2026-00-10"],
  ["date", "2026-04-31"],
  ["date", "2026-01-00"],
  ["date", "2026-1-1"],
  ["date", "2026-01-01\n"],
  ["date", "٢٠٢٦-٠١-٠١"],
  ["date-time", "2026-07-28"],
  ["date-time", "2026-07-28T00:00:00"],
  ["date-time", "2026-07-28 00:00:00Z"],
  ["date-time", "2026-07-28T24:00:00Z"],
  ["date-time", "2026-07-28T00:60:00Z"],
  ["date-time", "2026-07-28T00:00:61Z"],
  ["date-time", "2026-07-28T12:00:60Z"],
  ["date-time", "2026-07-28T00:00:00.Z"],
  ["date-time", "2026-07-28T00:00:00+24:00"],
  ["date-time", "2026-02-30T00:00:00Z"],
])("L24: a text of the format %s cannot be %j", async (format, text) => {
  expect(await fits(format, text)).toBe(false);
});

test("every moment that JavaScript writes down is a date-time, and its day a date", async () => {
  const moment = fc.date({
    min: new Date("0000-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(moment, async (date) => {
      const text = date.toISOString();
      expect(await fits("date-time", text)).toBe(true);
      expect(await fits("date", text.slice(0, 10))).toBe(true);
    }),
  );
});

test("every web address and e-mail address that is made up fits", async () => {
  const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
  const made = fc.oneof(
    fc.record({ format: fc.constant("uri"), text: url }),
    fc.record({ format: fc.constant("email"), text: fc.emailAddress() }),
  );
  await fc.assert(
    fc.asyncProperty(made, async ({ format, text }) => {
      expect(await fits(format, text)).toBe(true);
    }),
  );
});

test("texts made to be slow are not: a million characters each", async () => {
  const long = "a".repeat(1_000_000);
  for (const text of [
    long,
    `${long}@${long}`,
    `a:${long}%`,
    "-".repeat(1_000_000),
    `${"a.".repeat(500_000)}@`,
  ]) {
    for (const format of ["email", "date", "date-time"]) {
      expect(await fits(format, text)).toBe(false);
    }
  }
  expect(await fits("uri", `a:${long}%`)).toBe(false);
  expect(await fits("date-time", `2026-07-28T00:00:00.${"1".repeat(1_000_000)}`)).toBe(false);
});

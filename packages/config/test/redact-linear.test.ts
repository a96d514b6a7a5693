import fc from "fast-check";
import { expect, test } from "vitest";
import { redact, redactSteps } from "../src/index.js";
import { redactPlainly } from "./redact-plainly.js";

/** Few characters, so that secrets, their pieces and what stands at cuts meet all the time. */
const unit = fc.constantFrom("a", "b", "x", ".", "…", '"', "\\", "'", ")", "u", "D", "8", "\n");
const piece = fc.oneof(
  fc.string({ unit, maxLength: 12 }),
  fc.constantFrom("...", "…", '..."', String.raw`\ud83d`, "xxxxxxxx", "abababab", ". "),
);
const secrets = fc.array(
  fc.oneof(
    fc.string({ unit, minLength: 1, maxLength: 20 }),
    fc.string({ unit: fc.constantFrom("a", "b"), minLength: 4, maxLength: 16 }),
    fc.constantFrom("xxxxxxxxxx", "abababababab", "axxxxxxxxx", "xxxxxxxa"),
  ),
  { minLength: 1, maxLength: 5 },
);

/** A text that has much of the secrets in it: whole, and pieces from anywhere. */
const cases = secrets.chain((all) =>
  fc.record({
    all: fc.constant(all),
    text: fc
      .array(
        fc.oneof(
          piece,
          fc
            .tuple(fc.constantFrom(...all), fc.nat(20), fc.nat(20))
            .map(([secret, from, length]) => secret.slice(from, from + length)),
          fc.constantFrom(...all),
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join("")),
  }),
);

test.each(["hide", "keep"] as const)(
  "K5: what is replaced is what the rules say, one by one (pieces: %s)",
  (pieces) => {
    fc.assert(
      fc.property(cases, ({ all, text }) => {
        expect(redact(text, all, { pieces })).toBe(redactPlainly(text, all, { pieces }));
      }),
      { numRuns: 2000 },
    );
  },
);

test("K5: so it is for texts and secrets of any characters", () => {
  const any = fc.string({ unit: "binary", minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 4 }), fc.array(any), (all, others) => {
      const text = [...others, ...all.map((one) => `${one.slice(0, 8)}…`), ...all].join("");
      expect(redact(text, all)).toBe(redactPlainly(text, all));
    }),
    { numRuns: 1000 },
  );
});

/** The least of three, in milliseconds of this process: others who use the machine do not count. */
function effort(text: string, all: readonly string[]): number {
  const once = (): number => {
    const before = process.cpuUsage();
    redact(text, all);
    const { user } = process.cpuUsage(before);
    return user / 1000;
  };
  return Math.min(once(), once(), once());
}

const LONG = "x".repeat(2000);
test.each([
  ["dots, and many secrets", ".", Array.from({ length: 20 }, (_, at) => `secret-${at}-${LONG}`)],
  ["a mark, then what all of a secret is", "...xxxxxx", [LONG]],
  ["what all of a secret is", "x", [LONG, `${LONG}y`, `y${LONG}`]],
  ["backslashes before no quotation mark", "\\", [`${"\\".repeat(500)}y`]],
  ["the beginning of a secret again and again", `${LONG.slice(0, 50)}z`, [LONG]],
])("a text that repeats %s takes time in proportion to its length", (_, unit, all) => {
  const text = (length: number): string => unit.repeat(Math.ceil(length / unit.length));
  // So that both are measured when it has been compiled.
  redact(text(100_000), all);
  const small = effort(text(20_000), all);
  const large = effort(text(640_000), all);
  // Thirty-two times, and much room; what grows with the square would be beyond a thousand.
  expect(large / Math.max(small, 1)).toBeLessThan(250);
});

test("it can be done in steps, between which something else can be done", () => {
  const text = "a s3cret…".repeat(40_000);
  const steps = redactSteps(text, ["s3cret-key"]);
  let count = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) {
      expect(value === redact(text, ["s3cret-key"])).toBe(true);
      break;
    }
    count += 1;
  }
  expect(count).toBe(Math.floor((text.length - 1) / 65_536));
});

test("two texts that are redacted by turns do not disturb each other", () => {
  const secrets_ = ["s3cret-key"];
  const text = "a s3cret-key ".repeat(20_000);
  const one = redactSteps(text, secrets_);
  one.next();
  expect(redact("a s3cret-key b", secrets_)).toBe("a [redacted] b");
  let last = one.next();
  while (last.done !== true) last = one.next();
  expect(last.value === text.replaceAll("s3cret-key", "[redacted]")).toBe(true);
});

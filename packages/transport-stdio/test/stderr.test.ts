import process from "node:process";
import { ManualClock } from "@x/connection";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fixture, request, start } from "./support/start.js";

test("P3: a megabyte on stderr before the first answer, and more with each, stalls nothing", async () => {
  const { connection, stderr } = await start(fixture("noisy"));
  for (let call = 0; call < 4; call += 1) {
    expect(await request(connection, "a")).toMatchObject({ type: "response" });
  }
  expect(stderr().length).toBeGreaterThan(4 * 1024 * 1024);
});

test("P3: of all that only the end is kept", async () => {
  const { connection, said } = await start(fixture("noisy"), { stderrBytes: 100 });
  await request(connection, "a");
  await said("answered 1");
  const { exit } = (await connection.close()) as { exit: { stderr: readonly string[] } };
  expect(exit.stderr.at(-1)).toBe("answered 1");
  expect(exit.stderr.join("\n").length).toBeLessThanOrEqual(100);
});

test("A ring of no bytes keeps nothing", async () => {
  const { connection } = await start(fixture("dies", "at-once"), { stderrBytes: 0 });
  expect(await connection.closed).toMatchObject({
    message: "The server process ended with exit code 3; it wrote nothing to stderr.",
    exit: { stderr: [] },
  });
});

test("The last lines are at most 20, and can be shown on a terminal", async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join("");
  const { connection } = await start(fixture("echo"));
  await request(connection, "a", {
    stderr: [lines, "\u001b[31mred\u001b[0m\tand\u0007 loud\r\n\n"],
    exit: 1,
  });
  const { exit } = (await connection.closed) as { exit: { stderr: readonly string[] } };
  expect(exit.stderr).toHaveLength(20);
  expect(exit.stderr[0]).toBe("line 21");
  expect(exit.stderr.at(-1)).toBe("red and  loud");
});

test("A line that is as long as the ring is cut, and counts 4,096 characters at most with the others", async () => {
  const { connection } = await start(fixture("echo"));
  const long = `${"y".repeat(9_000)}\n`;
  await request(connection, "a", { stderr: Array.from({ length: 12 }, () => long), exit: 1 });
  const { exit } = (await connection.closed) as { exit: { stderr: readonly string[] } };
  expect(exit.stderr.length).toBeGreaterThan(1);
  expect(exit.stderr.join("").length).toBeLessThanOrEqual(4096);
});

test("K5: a value that the server prints is replaced by its name, in lines, message and tap", async () => {
  const { connection, stderr } = await start(fixture("dies", "at-once"), {
    env: { API_KEY: "sk-live-0123456789" },
  });
  expect(await connection.closed).toMatchObject({
    message: expect.stringContaining('"fatal: missing [API_KEY]"'),
    exit: { stderr: ["starting", "fatal: missing [API_KEY]"] },
  });
  expect(stderr()).toBe("starting\nfatal: missing [API_KEY]\n");
});

test("K5: lines of a longer value, its JSON form, and a value cut off by the exit are replaced too", async () => {
  const env = { PEM: "-----BEGIN-----\nMIIEvQIBADAN\n-----END-----", TOKEN: "tok-abcdefgh" };
  const { connection } = await start(fixture("echo"), { env });
  const stderr = [`${env.PEM}\n`, `${JSON.stringify({ key: env.PEM })}\n`, "and tok-abcd"];
  await request(connection, "a", { stderr, exit: 1 });
  expect(await connection.closed).toMatchObject({
    exit: { stderr: ["[PEM]", "[PEM]", "[PEM]", '{"key":"[PEM]"}', "and [TOKEN]"] },
  });
});

test("K5: where one value begins another, the longer one is replaced", async () => {
  const env = { SHORT: "abcd", LONG: "abcdefgh" };
  const { connection } = await start(fixture("echo"), { env });
  await request(connection, "a", { stderr: ["abcd", "efgh abcd", "x ab", "c"], exit: 1 });
  expect(await connection.closed).toMatchObject({ exit: { stderr: ["[LONG] [SHORT]x abc"] } });
});

test("K5: what is inherited anyway, and what is too short to be a secret, is left as it is", async () => {
  const { connection } = await start(fixture("echo"), { env: { TZ: "Asia/Tokyo", PORT: "80" } });
  await request(connection, "a", { stderr: ["listening on 80, Asia/Tokyo\n"], exit: 1 });
  expect(await connection.closed).toMatchObject({
    exit: { stderr: ["listening on 80, Asia/Tokyo"] },
  });
});

test("K5: however stderr is cut into pieces, no value comes through, and nothing else is lost", async () => {
  const env = { ONE: "aabaa", TWO: "baab-é", THREE: "abaab" };
  const { connection, said, stderr } = await start(fixture("echo"), { env });
  const pieces = fc.array(
    fc.constantFrom("a", "b", "-", "Ã", "©", "aabaa", "baab-Ã©", "abaab", "c"),
  );
  let round = 0;
  await fc.assert(
    fc.asyncProperty(pieces, async (written) => {
      round += 1;
      const before = stderr().length;
      await request(connection, "a", { stderr: [...written, `<${round}>`] });
      await said(`<${round}>`);
      const shown = stderr().slice(before);
      for (const value of Object.values(env)) expect(shown).not.toContain(value);
      const restored = shown.replaceAll(/\[(ONE|TWO|THREE)\]/g, (_, name) => env[name as "ONE"]);
      const bytes = Buffer.from(`${written.join("")}<${round}>`, "latin1");
      expect(restored).toBe(bytes.toString("utf8"));
    }),
    { numRuns: 60 },
  );
});

test("P10: what a launcher says on stderr is seen, and is no sign of life of the server", async () => {
  const clock = new ManualClock();
  const { connection, pid, said } = await start(fixture("slow-start"), { clock });
  const message = { jsonrpc: "2.0", id: connection.ids.next(), method: "a" } as const;
  const outcome = connection.exchange(message, {
    totalMs: 5000,
    startMs: 60_000,
    onAbandon: "silent",
  });
  await said("npm: added 1 of 2 packages");
  clock.advance(45_000);
  process.kill(pid, "SIGUSR2");
  expect(await outcome).toMatchObject({ type: "response", response: { result: { late: true } } });
});

test("P10: the first byte on stdout is a sign of life, though no frame is complete", async () => {
  const clock = new ManualClock();
  const { connection, pid, said } = await start(fixture("slow-start", "half"), { clock });
  const message = { jsonrpc: "2.0", id: connection.ids.next(), method: "a" } as const;
  const outcome = connection.exchange(message, {
    totalMs: 5000,
    startMs: 60_000,
    onAbandon: "silent",
  });
  await said("npm:");
  clock.advance(45_000);
  process.kill(pid, "SIGUSR2");
  await said("half a frame is out");
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(5000);
  expect(await outcome).toMatchObject({ type: "timed_out", limit: "total" });
});

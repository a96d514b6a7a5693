import { readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { inheritedEnvironment } from "../src/index.js";
import { fixture, request, resultOf, start } from "./support/start.js";

afterEach(() => void vi.unstubAllEnvs());

test("A child's environment is the inherited list and the operator's own, and nothing else", async () => {
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "not yours");
  vi.stubEnv("TZ", "UTC");
  const cwd = realpathSync(tmpdir());
  const { connection } = await start(fixture("environment", "--flag", "two words"), {
    cwd,
    env: { API_KEY: "0123456789", TZ: "Asia/Tokyo" },
  });
  const outcome = await request(connection, "describe");
  expect(outcome).toMatchObject({
    type: "response",
    response: {
      result: {
        env: { ...inheritedEnvironment(), API_KEY: "0123456789", TZ: "Asia/Tokyo" },
        argv: ["--flag", "two words"],
        cwd,
      },
    },
  });
  expect(resultOf(outcome)["env"]).not.toHaveProperty("AWS_SECRET_ACCESS_KEY");
});

test("An exported shell function is not inherited, whatever its name", () => {
  expect(inheritedEnvironment({ PATH: "/bin", SHELL: "() { echo gotcha; }" }, "linux")).toEqual({
    PATH: "/bin",
  });
});

test("Names count exactly on POSIX, and in any case on Windows", () => {
  const from = { Path: "C:\\bin", SystemRoot: "C:\\Windows", HOME: "/root", USER: undefined };
  expect(inheritedEnvironment(from, "linux")).toEqual({ HOME: "/root" });
  expect(inheritedEnvironment(from, "win32")).toEqual({
    Path: "C:\\bin",
    SystemRoot: "C:\\Windows",
  });
});

test("K5: the operator's values are in no argument of the child", async () => {
  const { pid } = await start(fixture("deaf"), { env: { API_KEY: "0123456789" } });
  expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).not.toContain("0123456789");
});

import { expect, test } from "vitest";
import { secretsOf } from "../src/index.js";
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

test("D4: a variable that is put into args or url is a secret from 8 characters on, also as a part", () => {
  const env = { A: "tok-1234", B: "/s/3kret", C: "tok-567", D: "pass-word", E: "not-used" };
  const config = parse(
    {
      a: {
        command: "a",
        args: [`--token=${reference("A")}`, reference("env:B"), reference("C")],
        env: { URL: `db://me:${reference("D")}@host` },
      },
      b: { url: `https://example.com/${reference("D:-x")}` },
    },
    env,
  );
  expect(config.servers.map(({ variables }) => variables)).toEqual([
    { A: "tok-1234", B: "/s/3kret", C: "tok-567", D: "pass-word" },
    { D: "pass-word" },
  ]);
  expect(secretsOf(config)).toEqual([
    "db://me:pass-word@host",
    "tok-1234",
    "/s/3kret",
    "pass-word",
  ]);
});

test("D4: a place that a variable puts into command or cwd is none, what is no place is one", () => {
  const env = { BIN: "/opt/bin/files", DIR: "C:\\Users\\me", WORD: "files-server" };
  const config = parse(
    {
      a: { command: reference("BIN"), cwd: reference("DIR") },
      b: { command: reference("WORD"), cwd: `${reference("DIR")}\\b` },
    },
    env,
  );
  expect(secretsOf(config)).toEqual(["files-server"]);
});

test("D4: what is written in the file, defaults included, is shown", () => {
  const config = parse({
    a: { command: "a", args: ["--mode=production", reference("ROOT:-/srv/files")] },
  });
  expect(config.servers[0]?.variables).toEqual({});
  expect(secretsOf(config)).toEqual([]);
});

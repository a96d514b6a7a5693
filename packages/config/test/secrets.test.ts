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

test("K5: the values in a URL's query are secrets: as written, as a URL parser writes them, as a server reads them", () => {
  const urls = [
    `https://example.com/mcp?api_key=${reference("K")}&debug=true&s3cret-alone#frag?not=query`,
    "https://example.com/mcp?a=x%2Fy+z&b=it's<é>&c=100%",
  ];
  const config = parse(Object.fromEntries(urls.map((url, index) => [`${index}`, { url }])), {
    K: "tok=123",
  });
  expect(secretsOf(config)).toEqual([
    "tok=123",
    "s3cret-alone",
    "x%2Fy+z",
    "x/y+z",
    "x/y z",
    "it's<é>",
    "it%27s%3C%C3%A9%3E",
    "100%",
  ]);
});

test("K5: the query is written again as URL writes it", () => {
  const value = "a!\"$%'()*+,-./:;<=>?@[\\]^_`{|}~\u00e9\u{1f600}\ud800";
  const { search } = new URL(`https://example.com/?k=${value}`);
  expect(secretsOf(parse({ web: { url: `https://example.com/?k=${value}` } }))).toContain(
    search.slice("?k=".length),
  );
});

test("K5: a header's value is a secret without the blanks around it, too", () => {
  const config = parse({ web: { url: "https://example.com", headers: { A: " Basic  dTpw " } } });
  expect(secretsOf(config)).toEqual([" Basic  dTpw ", "Basic  dTpw", "dTpw"]);
});

test("K5: true, false and null are no secrets: half of what is said would be hidden with them", () => {
  const config = parse({
    a: { command: "a", env: { FLAG: "true" } },
    b: { url: "https://example.com?debug=false", headers: { "X-None": "null" } },
  });
  expect(secretsOf(config)).toEqual([]);
});

test("K5: a variable that is a part of a header is a secret of its own, also with a / in it", () => {
  const headers = { Cookie: `session=${reference("T")}; path=1` };
  const config = parse({ web: { url: "https://example.com", headers } }, { T: "ab/cd+ef==" });
  expect(secretsOf(config)).toEqual(["session=ab/cd+ef==; path=1", "ab/cd+ef=="]);
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

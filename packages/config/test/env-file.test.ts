import { expect, test } from "vitest";
import { type Config, type ConfigProblem, parseConfig, secretsOf } from "../src/index.js";
import { configErrorOf, reference } from "./parsing.js";

type Read = (path: string) => string;

function parse(server: object, readEnvFile?: Read): Config {
  const text = JSON.stringify({ mcpServers: { files: { command: "files", ...server } } }, null, 2);
  const read = readEnvFile === undefined ? {} : { readEnvFile };
  return parseConfig(text, { file: "mcp.json", env: { DIR: "/run" }, ...read });
}

function problemsOf(server: object, readEnvFile?: Read): readonly ConfigProblem[] {
  return configErrorOf(() => parse(server, readEnvFile)).problems;
}

test("K4: the variables of envFile are the server's, and those of env have the last word", () => {
  const asked: string[] = [];
  const config = parse({ envFile: `${reference("DIR")}/.env`, env: { B: "own" } }, (path) => {
    asked.push(path);
    return "# of the file\nA=1\nexport B=2\nC='a b'\nD=\"x\\ny\"\n";
  });
  expect(asked).toEqual(["/run/.env"]);
  expect(config.servers).toMatchObject([{ env: { A: "1", B: "own", C: "a b", D: "x\ny" } }]);
});

test("K4: what a file of variables holds is not expanded, and says nothing to other fields", () => {
  const config = parse({ envFile: ".env", args: ["$A"] }, () => `A=${reference("DIR")}`);
  expect(config.servers).toMatchObject([{ env: { A: reference("DIR") }, args: ["$A"] }]);
});

test("K5: values of a file of variables are secrets like those of env", () => {
  expect(secretsOf(parse({ envFile: ".env" }, () => "A=s3cret"))).toEqual(["s3cret"]);
});

test("K4: a file that cannot be had is an error that names file, line, server and envFile", () => {
  const error = configErrorOf(() =>
    parse({ envFile: ".env" }, () => {
      throw Object.assign(new Error("no s3cret here"), { code: "ENOENT" });
    }),
  );
  expect(error.code).toBe("unreadable_env_file");
  expect(error.problems).toMatchObject([{ line: 5, server: "files", field: "envFile" }]);
  expect(error.message).toBe(
    'mcp.json: line 5, server "files", envFile: the file cannot be read (ENOENT); create it, or remove `envFile`',
  );
});

test.each([[new Error("s3cret")], ["s3cret"], [{ code: "S3CRET" }]])(
  "K5: what a host throws for a file is not quoted: %s",
  (thrown) => {
    const [problem] = problemsOf({ envFile: ".env" }, () => {
      throw thrown;
    });
    expect(problem?.message.toLowerCase()).not.toContain("s3cret");
  },
);

test("where nothing reads files of variables, envFile is an error and not passed over", () => {
  expect(problemsOf({ envFile: ".env" })).toMatchObject([{ code: "unreadable_env_file" }]);
});

test("a value that no variable can have is refused without being quoted", () => {
  expect(problemsOf({ envFile: ".env" }, () => "A=s3\0cret")).toMatchObject([
    { code: "unreadable_env_file", message: expect.not.stringContaining("s3") },
  ]);
});

test.each([
  [{ envFile: 1 }, "envFile", "expected a string, found a number"],
  [{ envFile: "" }, "envFile", "found an empty string"],
  [{ env_file: ".env" }, "env_file", "did you mean `envFile`?"],
])("an envFile that is wrong is refused: %j", (server, field, message) => {
  expect(problemsOf(server, () => "")).toMatchObject([
    { code: "invalid", field, message: expect.stringContaining(message) },
  ]);
});

test("an endpoint has no envFile", () => {
  const text = JSON.stringify({ mcpServers: { web: { url: "https://x", envFile: ".env" } } });
  const error = configErrorOf(() => parseConfig(text, { file: "mcp.json", env: {} }));
  expect(error.problems).toMatchObject([
    { field: "envFile", message: expect.stringContaining("belongs to a server with `command`") },
  ]);
});

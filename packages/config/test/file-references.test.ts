import { expect, test } from "vitest";
import { parseConfig, secretsOf } from "../src/index.js";
import { argument, KINDS, OPTIONS, refusal } from "./dialect.js";
import { reference } from "./parsing.js";

test.each(KINDS)(
  "K4: a file stands for what is in it where the editor reads it, so in %s",
  (kind) => {
    const asked: string[] = [];
    const readFile = (path: string): string => {
      asked.push(path);
      return `key of ${path}\r\n\n`;
    };
    const text = `<${reference("file:~/my keys/a")}>${reference("file:b")}`;
    if (kind === "windsurf" || kind === "x-mcp") {
      expect(argument(text, { kind, readFile })).toBe("<key of /home/ada/my keys/a>key of b");
      expect(asked).toEqual(["/home/ada/my keys/a", "b"]);
    } else {
      expect(refusal(text, { kind, readFile })).toMatchObject({ variable: "file:~/my keys/a" });
      expect(asked).toEqual([]);
    }
  },
);

test("K5: what is in a file that stands for itself is hidden like a password", () => {
  const server = {
    url: "http://localhost:1/mcp",
    headers: { "X-Key": reference("file:/run/key") },
  };
  const text = JSON.stringify({ mcpServers: { a: server } });
  const options = { ...OPTIONS, kind: "windsurf" as const, readFile: () => "pa55\n" };
  const config = parseConfig(text, options);
  expect(config.servers).toMatchObject([{ headers: { "X-Key": "pa55" }, passwords: ["pa55"] }]);
  expect(secretsOf(config)).toEqual(["pa55"]);
});

test("K4: a file that cannot be read is an error that names it and says why, and no more", () => {
  const readFile = (): string => {
    throw Object.assign(new Error("no s3cret here"), { code: "EACCES" });
  };
  const problem = refusal(reference("file:/run/key"), { kind: "windsurf", readFile });
  expect(problem).toMatchObject({ code: "unresolved_variable", variable: "file:/run/key" });
  expect(JSON.stringify(problem)).toMatch(/cannot be read \(EACCES\); create it/);
  expect(JSON.stringify(problem)).not.toContain("s3cret");
  expect(refusal(reference("file:/run/key"), { kind: "windsurf" })).toMatchObject({
    message: expect.stringContaining("nothing here reads a file"),
  });
});

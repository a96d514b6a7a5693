import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config } from "./support/config.js";
import { endpoint } from "./support/http-server.js";
import { runHere } from "./support/run-here.js";

const SCRIPT = {
  resources: [{ uri: "x:a", name: "a" }],
  templates: [],
  contents: { "x:a": [{ uri: "x:a", text: "yes" }] },
  prompts: [{ name: "greet" }],
} as const;

const ASKS = {
  status: 401,
  headers: { "www-authenticate": 'Bearer realm="wiki", scope="read"' },
};

it("resources, read, prompts and prompt work over HTTP as over a process", async () => {
  const { url } = await endpoint(SCRIPT);
  const file = config({ wiki: { url } });
  expect(await runHere(["resources", "--config", file])).toEqual({
    code: EXIT.ok,
    stdout: "wiki — x:a — a\n",
    stderr: "",
  });
  expect(await runHere(["read", "wiki", "x:a", "--config", file])).toMatchObject({
    code: EXIT.ok,
    stdout: "yes\n",
  });
  expect(await runHere(["prompts", "--config", file])).toMatchObject({
    code: EXIT.ok,
    stdout: "greet — wiki/greet\n",
  });
  expect(await runHere(["prompt", "greet", "--config", file])).toMatchObject({
    code: EXIT.ok,
    stdout: 'user:\n{"name":"greet","arguments":{}}\n',
  });
});

it.each([
  { refuses: "resources/list", command: ["resources"] },
  { refuses: "resources/templates/list", command: ["resources", "wiki"] },
  { refuses: "resources/read", command: ["read", "wiki", "x:a"] },
  { refuses: "prompts/get", command: ["prompt", "greet"] },
])(
  "a server that asks for authorization on $refuses ends $command with 3 and says for what",
  async ({ refuses, command }) => {
    const { url } = await endpoint(SCRIPT, { refuses, with: () => ASKS });
    const { code, stderr } = await runHere([...command, "--config", config({ wiki: { url } })]);
    expect(code).toBe(EXIT.authorization);
    expect(stderr).toContain('It asks for: bearer realm="wiki", scope="read".');
  },
);

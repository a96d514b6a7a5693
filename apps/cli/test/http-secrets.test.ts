import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config } from "./support/config.js";
import { endpoint, type Gate, type Got } from "./support/http-server.js";
import { runHere } from "./support/run-here.js";

const TOKEN = "tok/51f0+a7c2==";
const QUERY = "qry&8d1e 44b0%é";
const COOKIE = "ck/77aa==";
const ENV = { TOKEN, COOKIE, HOST_PART: "tenant-4711" };
const COMMANDS = [
  ["doctor"],
  ["doctor", "--json"],
  ["tools"],
  ["tools", "--json"],
  ["call", "leak"],
];

/** A variable as a configuration has it. */
function variable(name: string): string {
  return `\${${name}}`;
}

/** A server of a configuration that has a secret wherever one can be. */
function secretive(url: string): object {
  return {
    url: `${url}/${variable("HOST_PART")}?api_key=${encodeURIComponent(QUERY)}`,
    headers: {
      Authorization: `Bearer ${variable("TOKEN")}`,
      Cookie: `session=${variable("COOKIE")}`,
    },
  };
}

/** All that a server can know of the operator's secrets, in all forms that it can come by. */
function known({ url, headers }: Got): string {
  const { searchParams } = new URL(url, "http://localhost");
  return [
    url,
    headers.authorization,
    headers.cookie,
    searchParams.get("api_key"),
    TOKEN,
    COOKIE,
  ].join(" ");
}

/** What of the secrets stands in a text. */
function shownIn(output: string): readonly string[] {
  const secrets = [TOKEN, QUERY, encodeURIComponent(QUERY), COOKIE, ENV.HOST_PART];
  const forms = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return forms.filter((form) => output.includes(form));
}

const GATES: Readonly<Record<string, Gate>> = {
  "a refusal": { with: (got) => ({ status: 500, body: `no: ${known(got)}` }) },
  "a challenge": {
    with: (got) => ({
      status: 401,
      headers: {
        "www-authenticate": `Bearer realm=${JSON.stringify(`for ${TOKEN} ${COOKIE}`)}, error_description="${got.url}"`,
      },
      body: known(got).replaceAll("\n", " "),
    }),
  },
  "a redirect": {
    with: ({ url }) => ({
      status: 302,
      headers: { location: `https://other.example${url}&token=${encodeURIComponent(TOKEN)}` },
    }),
  },
  "a list": {
    refuses: "tools/list",
    with: (got) => ({
      status: 403,
      headers: { "www-authenticate": `Bearer realm="${got.headers.authorization}"` },
      body: known(got),
    }),
  },
  "what is no message": {
    with: (got) => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: known(got),
    }),
  },
  "a page": {
    with: (got) => ({ status: 200, headers: { "content-type": "text/html" }, body: known(got) }),
  },
};

it.each(Object.keys(GATES))(
  "K5: secrets in headers, query and path are shown nowhere when a server puts them into %s",
  async (where) => {
    const { url, got } = await endpoint({ tools: ["leak"] }, GATES[where]);
    const file = config({ web: secretive(url) });
    for (const command of COMMANDS) {
      const { stdout, stderr } = await runHere([...command, "--config", file], { env: ENV });
      expect(shownIn(`${stdout}${stderr}`)).toEqual([]);
    }
    expect(got[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}` });
    expect(got[0]?.url).toBe(`/mcp/${ENV.HOST_PART}?api_key=${encodeURIComponent(QUERY)}`);
  },
);

it("K5: nor a piece of one where what is quoted of an answer is cut", async () => {
  const secret = "qk-ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  const pads = Array.from({ length: 14 }, (_, index) => "x".repeat(index * 6));
  const servers = await Promise.all(
    pads.map(async (pad) => {
      const body = `${pad}${secret}`;
      const { url } = await endpoint({}, { with: () => ({ status: 400, body }) });
      return { url: `${url}?key=${secret}` };
    }),
  );
  const file = config(Object.fromEntries(servers.map((one, index) => [`s${index}`, one])));
  for (const command of COMMANDS.slice(0, 4)) {
    const { stdout, stderr } = await runHere([...command, "--config", file]);
    expect(`${stdout}${stderr}`).toContain("[query key]");
    expect(`${stdout}${stderr}`).not.toContain("ABC");
  }
});

it("K5: nor where it puts them into errors of JSON-RPC, names, descriptions and schemas", async () => {
  const all = `${TOKEN} ${COOKIE} ${QUERY} ${encodeURIComponent(QUERY)}`;
  for (const script of [
    { era: "none", hostile: all },
    { tools: ["echo"], listError: all },
    { tools: ["hostile", `${TOKEN}/broken`], hostile: all },
    { tools: ["refuseHostile"], hostile: all },
  ] as const) {
    const { url } = await endpoint(script);
    const file = config({ web: secretive(url) });
    for (const command of [...COMMANDS.slice(0, 4), ["call", "refuseHostile"]]) {
      const { stdout, stderr } = await runHere([...command, "--config", file], { env: ENV });
      expect(shownIn(`${stdout}${stderr}`)).toEqual([]);
    }
  }
});

it("K5: nor of an endpoint that is not there, nor in an error of the configuration", async () => {
  const file = config({ web: secretive("http://127.0.0.1:9/mcp") });
  const wrong = config({ web: { ...secretive("ftp://127.0.0.1:9"), probeTimeoutMs: TOKEN } });
  for (const command of COMMANDS) {
    const away = await runHere([...command, "--config", file], { env: ENV });
    const refused = await runHere([...command, "--config", wrong], { env: ENV });
    expect([away.code, refused.code]).toEqual([EXIT.unavailable, EXIT.usage]);
    expect(shownIn(`${away.stdout}${away.stderr}`)).toEqual([]);
  }
});

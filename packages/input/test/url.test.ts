import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "@x/wire";
import { expect, test } from "vitest";
import { answerInput, answerLegacyRequest, INPUT_LIMITS } from "../src/index.js";
import { codeOf, context, host, seenUrl, urlRequest } from "./fixtures.js";

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "vbscript:x",
  "ftp://example.com/",
  "blob:https://example.com/x",
  "//example.com/",
  "example.com",
  "",
  "https:",
  "https://",
  "https:///path",
  "https:/example.com",
  "https:example.com",
  " https://example.com/",
  "https://example.com/\n",
  "https://exam\tple.com/",
  "https://example.com/a b",
  "https://good.example\\@evil.example/",
  "https://good.example@evil.example/",
  "https://user:secret@example.com/",
  "https://@example.com/",
  "https://münchen.example/",
  "https://example.com/\u202Egpj.exe",
  "https://ex%61mple.com/",
  "https://example.com/%zz",
  "https://exa$mple.com/",
  "https://-example.com/",
  "https://.example.com/",
  "https://example.com:port/",
  "https://example.com:123456/",
  "https://[::1/",
  "https://example.com/#a#b",
])("I2 L10 L16: the URL %j is refused before anybody sees it", async (url) => {
  const { handlers, asked } = host();
  const outcome = await answerInput(urlRequest(url), handlers, context());
  expect(outcome).toMatchObject({
    type: "refused",
    problem: { code: "unsafe_url", fault: "remote", rpcCode: -32602 },
  });
  expect(asked).toEqual([]);
});

test("L16: of credentials in a URL it is said that they are there", async () => {
  const { handlers } = host();
  const request = urlRequest("https://good.example@evil.example/");
  expect(await answerInput(request, handlers, context())).toMatchObject({
    problem: { detail: "its url has credentials before the host" },
  });
});

test.each<[string, string, readonly string[]]>([
  ["https://mcp.example.com/ui/set_api_key", "mcp.example.com", []],
  ["HTTPS://MCP.Example.COM:8443/a?b=c#d", "mcp.example.com:8443", []],
  ["https://example.com?x=@y", "example.com", []],
  ["https://example.com/@user/%C3%BC", "example.com", []],
  ["https://[2001:db8::1]:443/", "[2001:db8::1]:443", []],
  ["http://example.com/", "example.com", ["insecure"]],
  ["http://localhost:3000/x", "localhost:3000", []],
  ["http://app.localhost/", "app.localhost", []],
  ["http://127.0.0.1:80/", "127.0.0.1:80", []],
  ["http://[::1]/", "[::1]", []],
  ["http://localhost.example.com/", "localhost.example.com", ["insecure"]],
  ["http://127.0.0.1.example.com/", "127.0.0.1.example.com", ["insecure"]],
  ["https://xn--mnchen-3ya.example/", "xn--mnchen-3ya.example", ["punycode"]],
  ["http://login.XN--e1afmkfd.example/", "login.xn--e1afmkfd.example", ["insecure", "punycode"]],
])(
  "L10: the handler gets %s as it is, with host %s and warnings %j",
  async (url, host, warnings) => {
    expect(await seenUrl(urlRequest(url))).toEqual({
      message: "Please sign in.",
      url,
      host,
      warnings,
    });
  },
);

test("the name that a server of 2025-11-25 gives the visit is handed on", async () => {
  const request = urlRequest("https://example.com/", { elicitationId: "e1" });
  expect(await seenUrl(request)).toMatchObject({ elicitationId: "e1" });
});

test.each<[string, object]>([
  ["url is missing", { url: undefined }],
  ["url is no string", { url: 1 }],
  ["message is missing", { message: undefined }],
  ["elicitationId is no string", { elicitationId: 1 }],
])("L25: a visit whose %s is refused", async (_, more) => {
  const { handlers, asked } = host();
  const request = urlRequest("https://example.com/", more as JsonObject);
  expect(codeOf(await answerInput(request, handlers, context()))).toBe("invalid_request");
  expect(asked).toEqual([]);
});

test.each(["accept", "decline", "cancel"] as const)(
  "the answer %s has no content",
  async (action) => {
    const url = async () => ({ action, content: { a: 1 } });
    const request = urlRequest("https://example.com/");
    const outcome = await answerInput(request, { elicitation: { url } }, context());
    expect(outcome).toEqual({ type: "answered", response: { action } });
  },
);

test("there is a bound on a URL and its message", async () => {
  const { handlers } = host();
  const long = (length: number) => `https://example.com/${"x".repeat(length - 20)}`;
  const ask = (url: string, message = "m") =>
    answerInput(urlRequest(url, { message }), handlers, context());
  expect(codeOf(await ask(long(INPUT_LIMITS.url)))).toBe("answered");
  expect(codeOf(await ask(long(INPUT_LIMITS.url + 1)))).toBe("limit_exceeded");
  expect(codeOf(await ask(long(99), "m".repeat(INPUT_LIMITS.text + 1)))).toBe("limit_exceeded");
});

test("L17: a page is fetched neither before the user agreed nor after it", async () => {
  let visits = 0;
  const page = createServer((_, response) => response.end()).on("connection", () => {
    visits += 1;
  });
  page.listen(0, "127.0.0.1");
  await once(page, "listening");
  try {
    const { port } = page.address() as AddressInfo;
    const request = urlRequest(`http://127.0.0.1:${port}/sign-in`);
    for (const action of ["accept", "decline"] as const) {
      const handlers = { elicitation: { url: async () => ({ action }) } };
      expect(codeOf(await answerInput(request, handlers, context()))).toBe("answered");
      const legacy = context({ revision: "2025-11-25" });
      const { reply } = await answerLegacyRequest(request, handlers, legacy);
      expect(reply).toEqual({ result: { action } });
    }
    expect(visits).toBe(0);
    // That it would have been seen.
    await (await fetch(`http://127.0.0.1:${port}`)).text();
    expect(visits).toBe(1);
  } finally {
    page.closeAllConnections();
    page.close();
    await once(page, "close");
  }
});

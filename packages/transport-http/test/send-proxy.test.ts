import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { undiciSend } from "../src/undici-send.js";
import { type Asked, ask, SECRET } from "./send-ask.js";
import { closedPort, httpServer, proxyServer } from "./send-servers.js";

const HTTP = "http://host.invalid/mcp";
const HTTPS = "https://host.invalid/mcp";

beforeEach(() => {
  for (const name of ["http_proxy", "https_proxy", "no_proxy"]) vi.stubEnv(name, "");
});
afterEach(() => void vi.unstubAllEnvs());

test.for([
  ["http_proxy", (place: string) => `http://${place}`],
  ["http_proxy", (place: string) => place],
  ["http_proxy", (place: string) => `http://user:${SECRET}@${place}/`],
] as const)("The proxy of %s is asked for what is not on this machine", async ([name, value]) => {
  const proxy = await proxyServer("403 Forbidden");
  vi.stubEnv(name, value(proxy.place));
  expect((await asked(HTTP)).text()).toBe(HTTP);
});

test("Names in capitals count as well", async () => {
  const proxy = await proxyServer("403 Forbidden");
  vi.stubEnv("http_proxy", undefined);
  vi.stubEnv("HTTP_PROXY", proxy.place);
  expect((await asked(HTTP)).text()).toBe(HTTP);
});

test("What is on this machine is asked without a proxy", async () => {
  const proxy = await proxyServer("403 Forbidden");
  vi.stubEnv("http_proxy", proxy.place);
  const server = await httpServer((_, response) => response.end("direct"));
  for (const host of ["127.0.0.1", "localhost"]) {
    expect((await asked(server.url.replace("127.0.0.1", host))).text()).toBe("direct");
  }
  expect(proxy.connections()).toBe(0);
});

test.for(["*", "host.invalid", "other.invalid, .invalid"])(
  "With NO_PROXY %s, no proxy is asked",
  async (noProxy) => {
    const proxy = await proxyServer("403 Forbidden");
    vi.stubEnv("http_proxy", proxy.place);
    vi.stubEnv("no_proxy", noProxy);
    expect((await asked(HTTP)).failure?.code).toMatch(/^(?:ENOTFOUND|EAI_AGAIN)$/);
    expect(proxy.connections()).toBe(0);
  },
);

test("For TLS, the proxy is asked for a tunnel", async () => {
  let tunnelled: (bytes: Buffer) => void = () => {};
  const first = new Promise<Buffer>((resolve) => {
    tunnelled = resolve;
  });
  const proxy = await proxyServer("200 Connected", (socket) =>
    socket.once("data", (bytes: Buffer) => {
      tunnelled(bytes);
      socket.end();
    }),
  );
  vi.stubEnv("https_proxy", proxy.place);
  const { failure } = await asked(HTTPS);
  // The first byte of a TLS handshake.
  expect((await first)[0]).toBe(0x16);
  expect(failure?.phase).toBe("tls");
});

test.for([
  ["403 Forbidden", "PROXY_403", "NO_PROXY"],
  ["407 Proxy Authentication Required", "PROXY_407", "HTTPS_PROXY"],
] as const)("A proxy that answers a tunnel %s is told of, with the remedy", async (row) => {
  const [answer, code, remedy] = row;
  const proxy = await proxyServer(answer);
  vi.stubEnv("https_proxy", `http://user:${SECRET}@${proxy.place}`);
  const { failure } = await asked(HTTPS);
  expect(failure).toMatchObject({ phase: "connect", code });
  expect(failure?.message).toContain(remedy);
});

test("A proxy that wants to know who asks for what is not TLS is told of", async () => {
  const proxy = await httpServer((_, response) => response.writeHead(407).end("who are you?"));
  vi.stubEnv("http_proxy", proxy.place);
  const { failure } = await asked(HTTP);
  expect(failure).toMatchObject({ phase: "connect", code: "PROXY_407" });
});

test("A proxy at which nothing listens is named as a possible cause", async () => {
  vi.stubEnv("http_proxy", `127.0.0.1:${await closedPort()}`);
  const { failure } = await asked(HTTP);
  expect(failure).toMatchObject({ phase: "connect", code: "ECONNREFUSED" });
  expect(failure?.message).toContain("The environment names a proxy");
});

test("A variable that holds no URL is named", async () => {
  vi.stubEnv("http_proxy", "http://");
  const { failure } = await asked(HTTP);
  expect(failure).toMatchObject({ phase: "connect", code: "INVALID_PROXY" });
  expect(failure?.message).toContain("HTTP_PROXY");
});

async function asked(url: string): Promise<Asked> {
  const send = undiciSend();
  onTestFinished(() => send.close?.());
  const one = ask(send, url);
  await one.over();
  return one;
}

import { describe, expect, it } from "vitest";
import { checkedEndpoint, redirectTarget, sameOrigin, shownUrl } from "../src/endpoint.js";
import { HttpTransportError } from "../src/http-transport-error.js";

const SECURE = { allowInsecure: false };

function refusal(url: string, allowInsecure: "allow" | "refuse" = "refuse"): HttpTransportError {
  try {
    checkedEndpoint(url, { allowInsecure: allowInsecure === "allow" });
  } catch (error) {
    if (error instanceof HttpTransportError) return error;
  }
  return expect.unreachable(`${url} was accepted`);
}

describe("checkedEndpoint", () => {
  it.each([
    ["https://example.com/mcp", "https://example.com/mcp"],
    ["https://example.com", "https://example.com/"],
    ["HTTPS://Example.COM:443/Mcp?key=A#part", "https://example.com/Mcp?key=A"],
    ["https://example.com:8443/mcp/", "https://example.com:8443/mcp/"],
    ["http://localhost:3000/mcp", "http://localhost:3000/mcp"],
    ["http://LOCALHOST/", "http://localhost/"],
    ["http://files.localhost/mcp", "http://files.localhost/mcp"],
    ["http://127.0.0.1:8080/mcp", "http://127.0.0.1:8080/mcp"],
    ["http://127.255.0.7/", "http://127.255.0.7/"],
    ["http://127.1/", "http://127.0.0.1/"],
    ["http://[::1]:3000/mcp", "http://[::1]:3000/mcp"],
    ["http://[0:0:0:0:0:0:0:1]/", "http://[::1]/"],
  ])("accepts %s", (given, url) => {
    expect(checkedEndpoint(given, SECURE)).toBe(url);
  });

  it.each([
    "http://example.com/mcp",
    "http://192.168.1.10/mcp",
    "http://10.0.0.1/",
    "http://0.0.0.0/",
    "http://128.0.0.1/",
    "http://[::]/",
    "http://[::2]/",
    "http://[fe80::1]/",
    "http://127.0.0.1.example.com/",
    "http://127.example.com/",
    "http://localhost.example.com/",
    "http://notlocalhost/",
    "http://example.com/?host=localhost",
  ])("refuses %s unless it is allowed to be insecure", (url) => {
    expect(refusal(url)).toMatchObject({ code: "insecure_url", fault: "local" });
    expect(refusal(url).message).toContain(shownUrl(url));
    expect(checkedEndpoint(url, { allowInsecure: true })).toBe(new URL(url).href);
  });

  it.each([
    "",
    "/mcp",
    "example.com/mcp",
    "https://",
    "https://exa mple.com/",
    "https://example.com:99999/",
    "ftp://example.com/",
    "ws://localhost/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "localhost:3000/mcp",
    "https://user:secret@example.com/mcp",
    "https://user@example.com/mcp",
    "https://:secret@example.com/mcp",
    "http://user:secret@localhost/mcp",
  ])("refuses %j, also where it may be insecure", (url) => {
    for (const allow of ["allow", "refuse"] as const) {
      expect(refusal(url, allow)).toMatchObject({ code: "invalid_url", fault: "local" });
    }
  });

  it("shows neither credentials nor values of a query in its messages", () => {
    for (const url of [
      "https://user:secret@example.com/mcp?key=secret",
      "http://example.com/mcp?key=secret&secret#secret",
      "https://user:secret@example.com:99999/?secret",
    ]) {
      expect(refusal(url).message).not.toContain("secret");
    }
  });
});

describe("sameOrigin", () => {
  it.each([
    ["https://example.com/a", "https://EXAMPLE.com:443/b?c", true],
    ["http://localhost:80/", "http://localhost/", true],
    ["https://example.com/", "http://example.com/", false],
    ["https://example.com/", "https://example.com:8443/", false],
    ["https://example.com/", "https://www.example.com/", false],
    ["http://localhost/", "http://127.0.0.1/", false],
    ["file:///a", "file:///a", false],
    ["data:,a", "data:,a", false],
    ["https://example.com/", "/a", false],
    ["", "", false],
  ])("of %s and %s is %s", (a, b, expected) => {
    expect(sameOrigin(a, b)).toBe(expected);
    expect(sameOrigin(b, a)).toBe(expected);
  });
});

describe("shownUrl", () => {
  it.each([
    ["https://example.com/mcp", "https://example.com/mcp"],
    ["https://example.com/mcp?key=s3cret&b=s3cret=x", "https://example.com/mcp?key=…&b=…"],
    ["https://example.com/?s3cret", "https://example.com/?…"],
    ["https://example.com/?s3cret&a=&=s3cret", "https://example.com/?…&a=…&=…"],
    ["https://u:s3cret@example.com:8443/a#s3cret", "https://example.com:8443/a"],
    ["mailto:s3cret@example.com", "(not an http URL)"],
    ["s3cret", "(not an http URL)"],
  ])("shows %s as %s", (url, shown) => {
    expect(shownUrl(url)).toBe(shown);
  });

  it("is at most 200 characters long", () => {
    expect(shownUrl(`https://example.com/${"x".repeat(10_000)}`)).toHaveLength(200);
  });
});

describe("redirectTarget", () => {
  const from = "https://example.com/a/mcp?x=1";
  it.each([
    ["/b", "https://example.com/b"],
    ["b/c?d=1#e", "https://example.com/a/b/c?d=1"],
    ["?y=2", "https://example.com/a/mcp?y=2"],
    ["https://EXAMPLE.com:443/mcp/", "https://example.com/mcp/"],
    ["//example.com/b", "https://example.com/b"],
  ])("follows %s on the same origin", (location, target) => {
    expect(redirectTarget(from, location)).toBe(target);
  });

  it.each([
    undefined,
    "https://other.com/",
    "//other.com/",
    "\\\\other.com\\",
    "https://example.com.other.com/",
    "https://example.com:8443/",
    "http://example.com/a/mcp",
    "https://u:p@example.com/",
    "https://u@example.com/",
    "javascript:alert(1)",
    "data:text/plain,x",
    "file:///etc/passwd",
    "https://:99999/",
  ])("does not follow %j", (location) => {
    expect(redirectTarget(from, location)).toBeUndefined();
  });
});

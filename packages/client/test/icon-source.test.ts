import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { ICON_REQUEST, ICON_TYPES, iconSource, iconType } from "../src/index.js";

const ENDPOINT = "https://mcp.example.com/mcp?x=1";
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0];
const DATA = `data:image/png;base64,${Buffer.from(PNG).toString("base64")}`;

test.each([
  "javascript:alert(1)",
  "file:///etc/passwd",
  "ftp://mcp.example.com/a.png",
  "ws://mcp.example.com/a.png",
  "http://mcp.example.com/a.png",
  "myapp://icon",
  "blob:https://mcp.example.com/1",
])("I04: an icon at %s is refused", (src) => {
  expect(iconSource(src, ENDPOINT)).toEqual({ type: "refused", code: "scheme" });
});

test("I04: an icon is at an https: or data: URL", () => {
  const url = "https://mcp.example.com/icon.png";
  expect(iconSource(url, ENDPOINT)).toEqual({ type: "https", url });
  const [, data = ""] = DATA.split(",");
  expect(iconSource(DATA)).toEqual({ type: "data", mimeType: "image/png", data });
  expect(iconSource(`DATA:IMAGE/JPG;charset=x;base64,${data}`)).toMatchObject({
    mimeType: "image/jpeg",
  });
  for (const src of [
    undefined,
    7,
    "",
    "icon.png",
    "//mcp.example.com/a.png",
    "https:a",
    "https://",
  ]) {
    expect(iconSource(src, ENDPOINT)).toEqual({ type: "refused", code: "not_a_url" });
  }
});

test.each<[string, string | undefined]>([
  ["https://example.com/a.png", ENDPOINT],
  ["https://mcp.example.com.evil.example/a.png", ENDPOINT],
  ["https://mcp.example.com:8443/a.png", ENDPOINT],
  ["https://mcp.example.com./a.png", ENDPOINT],
  ["https://mcp.example.com/a.png", undefined],
  ["https://mcp.example.com/a.png", "http://mcp.example.com/mcp"],
  ["https://mcp.example.com/a.png", "no URL"],
])("I08: an icon at %s of a server at %s comes from elsewhere", (src, endpoint) => {
  expect(iconSource(src, endpoint)).toEqual({ type: "refused", code: "origin" });
});

test("I08: one origin can be spelled in several ways", () => {
  for (const host of ["MCP.example.com", "mcp.example.com:443", "mcp.example.com:"]) {
    expect(iconSource(`https://${host}/a.png`, ENDPOINT)).toMatchObject({ type: "https" });
  }
  expect(iconSource("https://[::1]:8443/a.png", "https://[::1]:8443/mcp").type).toBe("https");
});

test("I08: whatever is taken goes, for a browser, to the origin of its server", () => {
  const own = new URL(ENDPOINT).origin;
  const pieces = [
    "mcp.example.com",
    "evil.example",
    "@",
    ":",
    "/",
    "\\",
    "#",
    "%2f",
    "\t",
    ".",
    "443",
  ];
  let urls = ["https://", "https:\\\\", "HTTPS:///"];
  let taken = 0;
  for (let length = 0; length < 4; length += 1) {
    urls = urls.flatMap((url) => pieces.map((piece) => url + piece));
    for (const src of urls) {
      const source = iconSource(src, ENDPOINT);
      if (source.type !== "https") continue;
      taken += 1;
      expect(new URL(source.url).origin).toBe(own);
    }
  }
  expect(taken).toBeGreaterThan(100);
});

test("I07: a URL with credentials is refused", () => {
  for (const who of ["user@", "user:pass@", "@"]) {
    const source = iconSource(`https://${who}mcp.example.com/a.png`, ENDPOINT);
    expect(source).toEqual({ type: "refused", code: "credentials" });
  }
});

test.each<[string, string]>([
  ["data:image/svg+xml;base64,PHN2Zz4=", "media_type"],
  ["data:text/html;base64,aGk=", "media_type"],
  ["data:,hi", "media_type"],
  ["data:image/png", "media_type"],
  ["data:image/png,hi", "not_base64"],
  ["data:image/png;base64,?", "not_base64"],
  [`data:image/png;base64,${"A".repeat(1_048_576)}`, "too_long"],
  [`https://mcp.example.com/${"a".repeat(8192)}`, "too_long"],
])("I10: of %.40s it is said why it is no icon", (src, code) => {
  expect(iconSource(src, ENDPOINT)).toEqual({ type: "refused", code });
});

test("I10: bytes are what they begin as, and have to be what is claimed", () => {
  const jpeg = [0xff, 0xd8, 0xff, 0xe0];
  const webp = [...Buffer.from("RIFF0000WEBPVP8 ")];
  const gif = [...Buffer.from("GIF89a")];
  expect([PNG, jpeg, webp, gif].map((bytes) => iconType(Uint8Array.from(bytes)))).toEqual(
    ICON_TYPES,
  );
  const png = Uint8Array.from(PNG);
  for (const claim of ["image/png", "IMAGE/PNG; x=1", "", null]) {
    expect(iconType(png, claim)).toBe("image/png");
  }
  expect(iconType(png, "image/jpeg")).toBeUndefined();
  expect(iconType(Uint8Array.from(jpeg), "image/jpg")).toBe("image/jpeg");
  for (const bytes of ["", "<svg/>", "RIFF0000WAVE", "\x89PN"]) {
    expect(iconType(Buffer.from(bytes, "latin1"))).toBeUndefined();
  }
});

test("I05: fetched as is said here, an icon is followed nowhere else", async () => {
  let asked = 0;
  const images = createServer(({ url }, response) => {
    asked += 1;
    if (url === "/moved") response.writeHead(302, { location: "/icon.png" });
    response.end();
  });
  images.listen(0, "127.0.0.1");
  await once(images, "listening");
  const { port } = images.address() as AddressInfo;
  try {
    await expect(fetch(`http://127.0.0.1:${port}/moved`, ICON_REQUEST)).rejects.toThrow();
    expect(asked).toBe(1);
    expect((await fetch(`http://127.0.0.1:${port}/icon.png`, ICON_REQUEST)).status).toBe(200);
  } finally {
    images.closeAllConnections();
    images.close();
    await once(images, "close");
  }
});

import { describe, expect, it } from "vitest";
import * as wire from "../src/index.js";

describe("isMetaKey", () => {
  it.each([
    "traceparent",
    "a",
    "7",
    "a-b_c.d",
    "io.modelcontextprotocol/protocolVersion",
    "com.example/",
    "x/y",
    "a1.b-2.c/Name-1",
    "",
  ])("accepts %j", (key) => {
    expect(wire.isMetaKey(key)).toBe(true);
  });

  it.each([
    "-a",
    "a-",
    ".a",
    "a_",
    "a b",
    "é",
    "a\n",
    "__proto__",
    "/a",
    "1a/b",
    "a-/b",
    "-a/b",
    "a..b/c",
    ".a/b",
    "a./b",
    "a_b/c",
    "a/b/c",
    "a//",
  ])("refuses %j", (key) => {
    expect(wire.isMetaKey(key)).toBe(false);
  });

  it("takes no longer than the length of a hostile key suggests", () => {
    const length = 300_000;
    for (const key of ["a-".repeat(length), "a.".repeat(length), `${"a".repeat(length)}!/x`]) {
      expect(wire.isMetaKey(key)).toBe(false);
    }
  });
});

it("the keys and error codes are those of the specification", () => {
  const pinned = {
    PROTOCOL_VERSION_KEY: "io.modelcontextprotocol/protocolVersion",
    CLIENT_CAPABILITIES_KEY: "io.modelcontextprotocol/clientCapabilities",
    CLIENT_INFO_KEY: "io.modelcontextprotocol/clientInfo",
    LOG_LEVEL_KEY: "io.modelcontextprotocol/logLevel",
    SUBSCRIPTION_ID_KEY: "io.modelcontextprotocol/subscriptionId",
    SERVER_INFO_KEY: "io.modelcontextprotocol/serverInfo",
    PARSE_ERROR: -32700,
    INVALID_REQUEST: -32600,
    METHOD_NOT_FOUND: -32601,
    INVALID_PARAMS: -32602,
    INTERNAL_ERROR: -32603,
    HEADER_MISMATCH: -32020,
    MISSING_REQUIRED_CLIENT_CAPABILITY: -32021,
    UNSUPPORTED_PROTOCOL_VERSION: -32022,
    RESOURCE_NOT_FOUND_LEGACY: -32002,
  };
  expect(wire).toMatchObject(pinned);
});

describe("extensions", () => {
  it("have names of _meta keys, with a prefix", () => {
    expect(["com.example/ui", "io.modelcontextprotocol/tasks"].every(wire.isExtensionId)).toBe(
      true,
    );
    expect(["ui", "/ui", "1.example/ui", "a b/c"].some(wire.isExtensionId)).toBe(false);
  });

  it("are declared by an object of settings under their own name", () => {
    const extensions = { "com.example/ui": {}, "com.example/no": null };
    expect(wire.declaresExtension({ extensions }, "com.example/ui")).toBe(true);
    for (const id of ["com.example/no", "com.example/other", "toString"]) {
      expect(wire.declaresExtension({ extensions }, id)).toBe(false);
    }
    expect(wire.declaresExtension({ extensions: "all" }, "length")).toBe(false);
    expect(wire.declaresExtension({}, "com.example/ui")).toBe(false);
  });
});

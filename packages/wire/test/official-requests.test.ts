import * as modern from "@modelcontextprotocol/core";
import * as legacy from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import {
  cancelledNotification,
  discoverRequest,
  initializedNotification,
  initializeRequest,
  type JsonObject,
  type ModernStampContext,
  type StampContext,
  stamp,
} from "../src/index.js";

// The client requests among the examples that come with the schema of 2026-07-28.
const EXAMPLES: readonly [string, string, JsonObject][] = [
  ["discover-1", "server/discover", {}],
  ["call-tool-example", "tools/call", { name: "get_weather", arguments: { location: "New York" } }],
  [
    "completion-example",
    "completion/complete",
    {
      ref: { type: "ref/prompt", name: "code_review" },
      argument: { name: "language", value: "py" },
    },
  ],
  [
    "get-prompt-example",
    "prompts/get",
    { name: "code_review", arguments: { code: "def hello():\n    print('world')" } },
  ],
  ["list-prompts-example", "prompts/list", {}],
  ["list-resource-templates-example", "resources/templates/list", {}],
  ["list-resources-example", "resources/list", {}],
  ["list-tools-example", "tools/list", {}],
  ["read-resource-example", "resources/read", { uri: "file:///project/src/main.rs" }],
  [
    "listen-1",
    "subscriptions/listen",
    {
      notifications: {
        toolsListChanged: true,
        resourceSubscriptions: ["file:///project/config.json"],
      },
    },
  ],
];
const EXAMPLE_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "ExampleClient", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const MODERN: ModernStampContext = {
  era: "modern",
  revision: "2026-07-28",
  capabilities: {},
  clientInfo: { name: "ExampleClient", version: "1.0.0" },
};
const LEGACY: StampContext = { era: "legacy", revision: "2025-11-25" };

interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
}

const SHAPES: { readonly [method: string]: readonly [Schema, Schema | undefined] } = {
  "server/discover": [modern.DiscoverRequestSchema, undefined],
  "tools/call": [modern.CallToolRequestSchema, legacy.CallToolRequestSchema],
  "completion/complete": [modern.CompleteRequestSchema, legacy.CompleteRequestSchema],
  "prompts/get": [modern.GetPromptRequestSchema, legacy.GetPromptRequestSchema],
  "prompts/list": [modern.ListPromptsRequestSchema, legacy.ListPromptsRequestSchema],
  "resources/templates/list": [
    modern.ListResourceTemplatesRequestSchema,
    legacy.ListResourceTemplatesRequestSchema,
  ],
  "resources/list": [modern.ListResourcesRequestSchema, legacy.ListResourcesRequestSchema],
  "tools/list": [modern.ListToolsRequestSchema, legacy.ListToolsRequestSchema],
  "resources/read": [modern.ReadResourceRequestSchema, legacy.ReadResourceRequestSchema],
  "subscriptions/listen": [modern.SubscriptionsListenRequestSchema, undefined],
};

const WISHES = { progressToken: 5, logLevel: "info" };

describe("a modern request is one to the official schemas", () => {
  it.each(EXAMPLES)("%s: %s", (id, method, params) => {
    const example = { jsonrpc: "2.0", id, method, params: { _meta: EXAMPLE_META, ...params } };
    expect(stamp({ id, method, params }, MODERN)).toEqual(example);
    for (const request of [
      stamp({ id, method, params }, MODERN),
      stamp({ id, method, params }, MODERN, WISHES),
    ]) {
      expect(modern.JSONRPCRequestSchema.safeParse(request).success).toBe(true);
      expect(SHAPES[method]?.[0].safeParse(request).success).toBe(true);
      const meta = request.params?.["_meta"] as JsonObject;
      const said = {
        version: meta["io.modelcontextprotocol/protocolVersion"],
        info: modern.ImplementationSchema.parse(meta["io.modelcontextprotocol/clientInfo"]),
        can: modern.ClientCapabilitiesSchema.parse(
          meta["io.modelcontextprotocol/clientCapabilities"],
        ),
      };
      expect(said).toEqual({ version: "2026-07-28", info: MODERN.clientInfo, can: {} });
    }
  });

  it("server/discover as the probe", () => {
    const probe = discoverRequest("discover-1", MODERN);
    expect(probe).toEqual(stamp({ id: "discover-1", method: "server/discover" }, MODERN));
    expect(modern.DiscoverRequestSchema.safeParse(probe).success).toBe(true);
  });
});

describe("a legacy request is one to the official legacy schemas", () => {
  const shared = EXAMPLES.filter(([, method]) => SHAPES[method]?.[1] !== undefined);
  it.each(shared)("%s: %s", (id, method, params) => {
    for (const request of [
      stamp({ id, method, params }, LEGACY),
      stamp({ id, method, params: { ...params, _meta: EXAMPLE_META } }, LEGACY, WISHES),
    ]) {
      expect(legacy.JSONRPCRequestSchema.safeParse(request).success).toBe(true);
      expect(SHAPES[method]?.[1]?.safeParse(request).success).toBe(true);
      expect(JSON.stringify(request)).not.toMatch(/io\.modelcontextprotocol/);
    }
  });

  it("initialize, and the notification after it", () => {
    const clientInfo = { name: "host", version: "1" };
    const initialize = initializeRequest(3, {
      revision: "2025-11-25",
      capabilities: { roots: { listChanged: true } },
      clientInfo,
    });
    expect(initialize).toEqual({
      jsonrpc: "2.0",
      id: 3,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: { roots: { listChanged: true } },
        clientInfo,
      },
    });
    expect(legacy.InitializeRequestSchema.safeParse(initialize).success).toBe(true);
    expect(legacy.JSONRPCRequestSchema.safeParse(initialize).success).toBe(true);

    const initialized = initializedNotification();
    expect(initialized).toEqual({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect(legacy.InitializedNotificationSchema.safeParse(initialized).success).toBe(true);
    expect(legacy.JSONRPCNotificationSchema.safeParse(initialized).success).toBe(true);
  });
});

describe("a cancellation", () => {
  it("names the request, and the reason where there is one", () => {
    const cancelled = cancelledNotification("123", "User requested cancellation");
    expect(cancelled).toEqual({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: "123", reason: "User requested cancellation" },
    });
    expect(cancelledNotification(0).params).toEqual({ requestId: 0 });
    for (const { CancelledNotificationSchema } of [modern, legacy]) {
      expect(CancelledNotificationSchema.safeParse(cancelled).success).toBe(true);
    }
  });

  it("and initialize refuse an id that is none", () => {
    const refusal = expect.objectContaining({ code: "invalid_id" });
    const about = { revision: "", capabilities: {}, clientInfo: { name: "", version: "" } };
    expect(() => cancelledNotification(1.5)).toThrow(refusal);
    expect(() => discoverRequest(Number.NaN, MODERN)).toThrow(refusal);
    expect(() => initializeRequest(null as never, about)).toThrow(refusal);
  });
});

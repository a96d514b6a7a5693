import * as modern from "@modelcontextprotocol/core";
import * as legacy from "@modelcontextprotocol/sdk/types.js";

interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
}

const MODERN: { readonly [method: string]: Schema } = {
  "server/discover": modern.DiscoverRequestSchema,
  "subscriptions/listen": modern.SubscriptionsListenRequestSchema,
  "tools/list": modern.ListToolsRequestSchema,
  "tools/call": modern.CallToolRequestSchema,
  "prompts/list": modern.ListPromptsRequestSchema,
  "prompts/get": modern.GetPromptRequestSchema,
  "resources/list": modern.ListResourcesRequestSchema,
  "resources/templates/list": modern.ListResourceTemplatesRequestSchema,
  "resources/read": modern.ReadResourceRequestSchema,
  "completion/complete": modern.CompleteRequestSchema,
  "notifications/cancelled": modern.CancelledNotificationSchema,
};

const LEGACY: { readonly [method: string]: Schema } = {
  initialize: legacy.InitializeRequestSchema,
  "notifications/initialized": legacy.InitializedNotificationSchema,
  "tools/list": legacy.ListToolsRequestSchema,
  "tools/call": legacy.CallToolRequestSchema,
  "prompts/list": legacy.ListPromptsRequestSchema,
  "prompts/get": legacy.GetPromptRequestSchema,
  "resources/list": legacy.ListResourcesRequestSchema,
  "resources/templates/list": legacy.ListResourceTemplatesRequestSchema,
  "resources/read": legacy.ReadResourceRequestSchema,
  "resources/subscribe": legacy.SubscribeRequestSchema,
  "resources/unsubscribe": legacy.UnsubscribeRequestSchema,
  "completion/complete": legacy.CompleteRequestSchema,
  "logging/setLevel": legacy.SetLevelRequestSchema,
  ping: legacy.PingRequestSchema,
  "notifications/cancelled": legacy.CancelledNotificationSchema,
};

/** The frames that the official schemas of an era do not accept. The probe is modern in either. */
export function unofficial(frames: readonly string[], era: "modern" | "legacy"): readonly string[] {
  return frames.filter((frame) => {
    const message = JSON.parse(frame);
    const shapes = era === "modern" || message.method === "server/discover" ? MODERN : LEGACY;
    const envelope = shapes === MODERN ? modern.JSONRPCMessageSchema : legacy.JSONRPCMessageSchema;
    const shape = shapes[message.method];
    return !(shape?.safeParse(message).success && envelope.safeParse(message).success);
  });
}

/** Whether the official legacy schema accepts a frame as a message of any kind. */
export function isLegacyMessage(frame: string): boolean {
  return legacy.JSONRPCMessageSchema.safeParse(JSON.parse(frame)).success;
}

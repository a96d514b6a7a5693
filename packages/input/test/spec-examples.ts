import type { JsonObject } from "@x/wire";

/**
 * One value of each kind that the examples of the specification's schema have, member for member, with
 * texts of our own.
 */

const hex = [
  { const: "#FF0000", title: "Red" },
  { const: "#00FF00", title: "Green" },
];

const PRIMITIVES: { readonly [name: string]: JsonObject } = {
  string: {
    type: "string",
    title: "Name",
    description: "Shown to others",
    minLength: 3,
    maxLength: 50,
    format: "email",
    default: "ada@example.com",
  },
  number: {
    type: "number",
    title: "Share",
    description: "In percent",
    minimum: 0,
    maximum: 100,
    default: 50,
  },
  integer: { type: "integer", minimum: 0 },
  boolean: { type: "boolean", title: "Agreed", description: "Or not", default: false },
  choice: {
    type: "string",
    title: "Color",
    description: "One of them",
    enum: ["Red", "Green"],
    default: "Red",
  },
  titledChoice: {
    type: "string",
    title: "Color",
    description: "One of them",
    oneOf: hex,
    default: "#FF0000",
  },
  choices: {
    type: "array",
    title: "Colors",
    description: "Some of them",
    minItems: 1,
    maxItems: 2,
    items: { type: "string", enum: ["Red", "Green"] },
    default: ["Red", "Green"],
  },
  titledChoices: {
    type: "array",
    title: "Colors",
    description: "Some of them",
    minItems: 1,
    maxItems: 2,
    items: { anyOf: hex },
    default: ["#FF0000", "#00FF00"],
  },
  olderChoice: { type: "string", enum: ["r", "g"], enumNames: ["Red", "Green"] },
};

export const FORM_PARAMS: JsonObject = {
  mode: "form",
  message: "How can we reach you?",
  requestedSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: PRIMITIVES,
    required: ["string", "choice"],
  },
};

export const FORM_CONTENT: JsonObject = {
  string: "ada@example.com",
  number: 30,
  choice: "Green",
  titledChoices: ["#00FF00"],
};

export const URL_PARAMS: JsonObject = {
  mode: "url",
  url: "https://mcp.example.com/ui/key",
  message: "Enter your key there.",
  elicitationId: "550e8400-e29b-41d4-a716-446655440000",
};

const use = (id: string, city: string): JsonObject => ({
  type: "tool_use",
  id,
  name: "weather",
  input: { city },
  _meta: { "example.com/a": 1 },
});

const gave = (toolUseId: string, text: string): JsonObject => ({
  type: "tool_result",
  toolUseId,
  content: [
    { type: "text", text, annotations: { audience: ["user"], priority: 0.5 } },
    { type: "image", data: "aGVsbG8=", mimeType: "image/png" },
    { type: "resource_link", uri: "file:///a", name: "a" },
    { type: "resource", resource: { uri: "file:///a", blob: "aGk=" } },
  ],
  structuredContent: { celsius: 18 },
  isError: false,
});

export const SAMPLING_PARAMS: JsonObject = {
  messages: [
    { role: "user", content: { type: "text", text: "What is the weather?" } },
    { role: "assistant", content: [use("1", "Paris"), use("2", "London")] },
    { role: "user", content: [gave("1", "18 degrees"), gave("2", "15 degrees")], _meta: {} },
    { role: "assistant", content: { type: "audio", data: "aGVsbG8", mimeType: "audio/wav" } },
  ],
  modelPreferences: {
    hints: [{ name: "large" }, {}],
    costPriority: 0.3,
    intelligencePriority: 0.8,
    speedPriority: 0.5,
  },
  systemPrompt: "Help.",
  includeContext: "thisServer",
  temperature: 0.1,
  maxTokens: 1000,
  stopSequences: ["."],
  metadata: { a: 1 },
  tools: [{ name: "weather", description: "Tells it", inputSchema: { type: "object" } }],
  toolChoice: { mode: "auto" },
};

export const SAMPLING_RESULTS: readonly JsonObject[] = [
  {
    role: "assistant",
    content: { type: "text", text: "Paris." },
    model: "model-1",
    stopReason: "endTurn",
  },
  {
    role: "assistant",
    content: [use("3", "Paris"), use("4", "London")],
    model: "model-1",
    stopReason: "toolUse",
  },
];

export const ROOTS_RESULT: JsonObject = {
  roots: [
    { uri: "file:///home/user/repos/frontend", name: "Frontend", _meta: {} },
    { uri: "file:///home/user/repos/backend" },
  ],
};

import { COUNT, list, MILLISECONDS, object, oneOf, orNull, type Shape, TEXT } from "./shape.js";

const FILTER: Shape = {
  type: "object",
  properties: {
    toolsListChanged: { type: "boolean" },
    promptsListChanged: { type: "boolean" },
    resourcesListChanged: { type: "boolean" },
    resourceSubscriptions: list(TEXT),
  },
};

function event(type: string, members: Readonly<Record<string, Shape>> = {}): Shape {
  return object({ type: { const: type }, ...members });
}

const again = { againInMs: orNull(MILLISECONDS), message: TEXT };

/** Of `listen`, a line. */
export const HEARD: Shape = {
  anyOf: [
    event("acknowledged", { agreed: FILTER, unsupported: FILTER }),
    event("tools_changed"),
    event("prompts_changed"),
    event("resources_changed"),
    event("resource_updated", { uri: TEXT }),
    event("may_have_changed", { filter: FILTER, after: oneOf("interruption", "new_connection") }),
    event("ended", { how: oneOf("graceful", "cancelled"), ...again }),
    event("lost", { cause: TEXT, ...again }),
    event("refused", {
      refusal: {
        anyOf: [
          object({ type: { const: "error" }, code: { type: "integer" } }),
          object({ type: { const: "http_status" }, status: COUNT }),
          object({ type: { const: "undeclared" } }),
        ],
      },
      message: TEXT,
    }),
    event("overflow", { dropped: COUNT }),
  ],
};

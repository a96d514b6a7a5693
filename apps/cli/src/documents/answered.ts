import { ANY_OBJECT, list, type Shape } from "./shape.js";

/** Of `call`: the result as the server sent it. */
export const TOOL_RESULT: Shape = {
  type: "object",
  properties: { content: list(ANY_OBJECT), isError: { type: "boolean" } },
};

/** Of `prompt`: likewise. */
export const PROMPT_RESULT: Shape = {
  type: "object",
  properties: { messages: list(ANY_OBJECT) },
  required: ["messages"],
};

/** Of `read`: the contents as the server sent them. */
export const CONTENTS: Shape = list({
  type: "object",
  properties: { uri: { type: "string" } },
  required: ["uri"],
});

import { type InputHandlers, inputAnswers } from "@x/input";

/** A request for a form, as a server asks for it in either era. */
export const FORM = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Whose?",
    requestedSchema: {
      type: "object",
      properties: { name: { type: "string" }, age: { type: "integer", default: 7 } },
      required: ["name"],
    },
  },
};

/** The answers of handlers of any shape. */
export const answers = (handlers: object) => inputAnswers(handlers as InputHandlers);

/** A user who gives every form this content. */
export const form = (content: object) =>
  answers({ elicitation: { form: async () => ({ action: "accept", content }) } });

import { inputAnswers } from "@x/input";

/** A user who agrees to every form as it is, and to the rest says yes. */
export const input = inputAnswers({
  elicitation: {
    form: async ({ fields, defaults }) => {
      const confirmed = fields.flatMap(({ name, type, isRequired }) =>
        isRequired && type === "boolean" ? [[name, true] as const] : [],
      );
      return { action: "accept", content: { ...Object.fromEntries(confirmed), ...defaults } };
    },
  },
});

const ASKING = ["sep-2322-client-request-state", "elicitation-sep1034-client-defaults"];

/** Whether a scenario is about input: what nobody asks for is not declared. */
export function asksForInput(scenario: string): boolean {
  return ASKING.includes(scenario);
}

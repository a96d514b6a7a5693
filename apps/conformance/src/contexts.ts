import { isJsonObject, type JsonObject } from "@x/wire";

/** A call that the suite asks for, to be made as it is. */
export interface AskedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The calls in a scenario's context. */
export function callsOf(context: unknown): readonly AskedCall[] {
  const calls = isJsonObject(context) ? context["toolCalls"] : undefined;
  if (!Array.isArray(calls)) throw new Error("The context holds no toolCalls.");
  return calls.map((call: unknown) => {
    const { name, arguments: args } = isJsonObject(call) ? call : {};
    if (typeof name !== "string" || !isJsonObject(args)) {
      throw new Error("A tool call of the context has no name or no arguments.");
    }
    return { name, arguments: args };
  });
}

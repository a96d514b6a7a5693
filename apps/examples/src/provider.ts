/**
 * A model provider that needs no network: it takes requests and gives replies in the wire format of the
 * Chat Completions API, and its model always does the same.
 */

/** What a host sends. */
export interface ProviderRequest {
  readonly tools: readonly {
    readonly type: "function";
    readonly function: {
      readonly name: string;
      readonly description: string;
      readonly parameters: object;
    };
  }[];
  readonly messages: readonly ProviderMessage[];
}

/** A call as the model wants it. Whether there is such a tool, nobody has checked. */
export interface ProviderCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** One message of a conversation. */
export type ProviderMessage =
  | { readonly role: "user"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: string | null;
      readonly tool_calls?: readonly ProviderCall[];
    }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

/** Wants three tools at first, one of which nobody has, and then repeats what it was told. */
export async function complete({ messages, tools }: ProviderRequest): Promise<ProviderMessage> {
  const told = messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));
  if (told.length > 0) return { role: "assistant", content: told.join("; ") };
  // A provider refuses a request with names that it does not accept.
  const bad = tools.filter((tool) => !/^[a-zA-Z0-9_-]{1,64}$/.test(tool.function.name));
  if (bad.length > 0) throw new Error(`400: ${bad.map((tool) => tool.function.name)}`);
  return {
    role: "assistant",
    content: null,
    tool_calls: [
      call("call_1", "search", { query: "refund" }),
      call("call_2", "ticket___close", { ticket: "7" }),
      call("call_3", "send_money", { amount: "100" }),
    ],
  };
}

function call(id: string, name: string, args: object): ProviderCall {
  return { id, type: "function", function: { name, arguments: JSON.stringify(args) } };
}

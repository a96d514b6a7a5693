/** What a tool does with its arguments: what it says to them. */
export type Tools = {
  readonly [name: string]: (args: { readonly [name: string]: string }) => string;
};

/**
 * A modern MCP server in one function: the answer to one message of a client, as text, and nothing where
 * it wants none. It is here so that the examples need no server; a real one is made with an SDK.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/tools}
 */
export function answer(message: string, tools: Tools): string | undefined {
  const { id, method, params } = JSON.parse(message);
  if (id === undefined) return undefined;
  const result = resultOf(method, params, tools);
  const reply =
    result === undefined
      ? { error: { code: -32601, message: `There is no method ${method}.` } }
      : { result: { resultType: "complete", ...result } };
  return JSON.stringify({ jsonrpc: "2.0", id, ...reply });
}

function resultOf(method: string, params: Params, tools: Tools): object | undefined {
  switch (method) {
    case "server/discover":
      return { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
    case "tools/list":
      return {
        tools: Object.keys(tools).map((name) => ({
          name,
          description: `Tool ${name}.`,
          inputSchema: { type: "object" },
        })),
      };
    case "tools/call": {
      const text = tools[params.name ?? ""]?.(params.arguments ?? {});
      return text === undefined ? undefined : { content: [{ type: "text", text }] };
    }
    default:
      return undefined;
  }
}

interface Params {
  readonly name?: string;
  readonly arguments?: { readonly [name: string]: string };
}

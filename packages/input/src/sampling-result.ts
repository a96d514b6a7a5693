import { isJsonObject, type JsonObject } from "@x/wire";
import { blockFlaw, type MediaBlock, type ToolUseBlock } from "./content-block.js";
import { jsonCopy, NOT_JSON } from "./json-copy.js";
import type { SamplingRequest } from "./sampling-request.js";

/** What a model said. */
export interface SamplingResult {
  readonly role: "assistant";
  /** Uses of tools only where the request has tools; more than one block only since 2025-11-25. */
  readonly content: MediaBlock | ToolUseBlock | readonly (MediaBlock | ToolUseBlock)[];
  /** The name of the model. */
  readonly model: string;
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or what else the provider says. */
  readonly stopReason?: string;
  readonly _meta?: JsonObject;
}

/**
 * The answer to `sampling/createMessage`, with the members of {@link SamplingResult} and no others; what
 * is wrong with the handler's where it is none.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#result-fields}
 */
export function samplingResult(
  answer: unknown,
  request: SamplingRequest,
  revision: string,
): JsonObject | string {
  const copy = copied(isJsonObject(answer) ? answer : {});
  if (copy === undefined) return NOT_JSON;
  const { role, content, model, stopReason, _meta } = copy;
  if (role !== "assistant") return "its role is not assistant";
  if (typeof model !== "string") return "its model is not a string";
  if (stopReason !== undefined && typeof stopReason !== "string") {
    return "its stopReason is not a string";
  }
  if (_meta !== undefined && !isJsonObject(_meta)) return "its _meta is not an object";
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const wrong = blocksFlaw(blocks, request, revision);
  if (wrong !== undefined) return wrong;
  return {
    role,
    content: revision < WITH_BLOCKS ? blocks[0] : content,
    model,
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(_meta === undefined ? {} : { _meta }),
  };
}

/** The members that go to the server, as they will go there. */
function copied({ role, content, model, stopReason, _meta }: JsonObject): JsonObject | undefined {
  return jsonCopy({ role, content, model, stopReason, _meta });
}

/** Content in several blocks came with this revision. */
const WITH_BLOCKS = "2025-11-25";
/** Audio came with this one. */
const WITH_AUDIO = "2025-03-26";

function blocksFlaw(
  blocks: readonly unknown[],
  { tools, toolChoice }: SamplingRequest,
  revision: string,
): string | undefined {
  if (blocks.length === 0) return "it has no content";
  if (blocks.length > 1 && revision < WITH_BLOCKS) {
    return `it has ${blocks.length} blocks, and revision ${revision} has room for one`;
  }
  const mayUseTools = tools !== undefined && tools.length > 0 && toolChoice?.mode !== "none";
  const mustUseTools = mayUseTools && toolChoice?.mode === "required";
  const ids = new Set<string>();
  for (const block of blocks) {
    const found = blockFlaw(block);
    if (found !== undefined) return found;
    const { type, id } = block as { readonly type: string; readonly id: string };
    if (type === "tool_result") return "a model gives no tool_result";
    if (type === "audio" && revision < WITH_AUDIO) return `revision ${revision} has no audio`;
    if (type !== "tool_use") continue;
    if (!mayUseTools) return "it uses a tool, and the request has none to use";
    if (ids.has(id)) return "two uses of tools have one id";
    ids.add(id);
  }
  return mustUseTools && ids.size === 0
    ? "it uses no tool, and the request requires that one is used"
    : undefined;
}

import { isJsonObject, type JsonObject } from "@x/wire";
import { blockFlaw, type SamplingBlock } from "./content-block.js";
import { excessive, type Flaw, malformed } from "./flaw.js";
import { INPUT_LIMITS } from "./input-limits.js";

/** One message of a conversation with a model. */
export interface SamplingMessage {
  readonly role: "user" | "assistant";
  readonly content: SamplingBlock | readonly SamplingBlock[];
  readonly _meta?: JsonObject;
}

/**
 * What is wrong with the messages of a sampling request.
 *
 * Every use of a tool is answered in the very next message, which holds nothing but results, one for each
 * use; so every result also has a use before it.
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#message-content-constraints}
 */
export function conversationFlaw(messages: unknown): Flaw | undefined {
  if (!Array.isArray(messages)) return malformed("its messages are not an array");
  const { messages: most, blocks: mostBlocks } = INPUT_LIMITS;
  if (messages.length > most) return excessive(`it has ${messages.length} messages`, most);
  let open: ReadonlySet<string> = new Set();
  let size = 0;
  for (const message of messages) {
    const blocks = blocksOf(message);
    if (typeof blocks === "string") return malformed(blocks);
    size += sizeOf(blocks);
    if (size > mostBlocks) return excessive("it has too many pieces of content", mostBlocks);
    for (const block of blocks) {
      const found = blockFlaw(block);
      if (found !== undefined) return malformed(found);
    }
    const next = turn(message, blocks as readonly SamplingBlock[], open);
    if (typeof next === "string") return malformed(next);
    open = next;
  }
  return open.size === 0 ? undefined : malformed(NOT_ANSWERED);
}

/** Whether tools are used anywhere in messages that have no flaw. */
export function usesTools(messages: readonly SamplingMessage[]): boolean {
  return messages.some(({ content }) =>
    (Array.isArray(content) ? content : [content]).some(
      ({ type }) => type === "tool_use" || type === "tool_result",
    ),
  );
}

const NOT_ANSWERED = "a tool_use has no tool_result in the next message";

function blocksOf(message: unknown): readonly unknown[] | string {
  if (!isJsonObject(message)) return "a message is not an object";
  const { role, content, _meta } = message;
  if (role !== "user" && role !== "assistant") return "a message is of no role that there is";
  if (_meta !== undefined && !isJsonObject(_meta)) return "a message has a _meta that is no object";
  return Array.isArray(content) ? content : [content];
}

function sizeOf(blocks: readonly unknown[]): number {
  let size = blocks.length;
  for (const block of blocks) {
    const inner = isJsonObject(block) ? block["content"] : undefined;
    if (Array.isArray(inner)) size += inner.length;
  }
  return size;
}

/** The uses that the message after this one has to answer; what is wrong with this one. */
function turn(
  { role }: SamplingMessage,
  blocks: readonly SamplingBlock[],
  open: ReadonlySet<string>,
): ReadonlySet<string> | string {
  const uses = blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
  const results = blocks.flatMap((block) =>
    block.type === "tool_result" ? [block.toolUseId] : [],
  );
  if (role === "user" && uses.length > 0) return "a tool_use is in a message of the user";
  if (role === "assistant" && results.length > 0) return "a tool_result is in one of the assistant";
  if (results.length > 0 && results.length < blocks.length) {
    return "a message with a tool_result has other content too";
  }
  const answered = new Set(results);
  if (answered.size < results.length) return "a tool_use has two results";
  for (const id of results) {
    if (!open.has(id)) return "a tool_result answers no tool_use of the message before it";
  }
  if (answered.size < open.size) return NOT_ANSWERED;
  const asked = new Set(uses);
  return asked.size < uses.length ? "two uses of tools have one id" : asked;
}

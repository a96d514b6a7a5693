import { nearest, type PromptEntry, resolve } from "@x/registry";
import { isJsonObject, type JsonObject } from "@x/wire";
import type { CallOptions } from "./call-options.js";
import { type ContentBlock, isContentBlock } from "./content-block.js";
import { contentFlaws } from "./content-flaws.js";
import { type RequestOutcome, requestPeer } from "./request-peer.js";
import type { Routes } from "./routes.js";

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: ContentBlock;
}

/** The result of `prompts/get`: messages for a model, and what else the server put in. */
export interface PromptResult {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  readonly [key: string]: unknown;
}

/** How the request for a prompt ended. */
export type PromptOutcome =
  | RequestOutcome<PromptResult>
  | {
      readonly type: "unknown_prompt";
      readonly name: string;
      /** Canonical names that come close, the closest first. */
      readonly nearest: readonly string[];
    };

/**
 * Gets the prompt with this canonical name from its owner, under its local name.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#getting-a-prompt}
 *
 * @throws as {@link requestPeer} does.
 */
export function getPrompt(
  routes: Routes,
  name: string,
  args: { readonly [name: string]: string } = {},
  options?: CallOptions,
): Promise<PromptOutcome> {
  const entry = promptNamed(routes, name);
  if ("type" in entry) return Promise.resolve(entry);
  const params = { name: entry.local, arguments: args };
  const request = {
    peer: entry.peer,
    method: "prompts/get",
    params,
    needs: "prompts",
    isRead: true,
  };
  return requestPeer(
    routes,
    {
      ...request,
      mayAsk: { type: "prompt", name: entry.local },
      check: promptResult,
      flaws: ({ messages }) => contentFlaws(messages.map(({ content }) => content)),
    },
    options,
  );
}

/** The prompt of this canonical name, or what names come close. */
export function promptNamed(
  { prompts }: Routes,
  name: string,
): PromptEntry | Extract<PromptOutcome, { readonly type: "unknown_prompt" }> {
  const registry = prompts?.();
  const entry = registry && resolve(registry, name);
  if (entry !== undefined) return entry;
  const near = registry === undefined ? [] : nearest(registry, name);
  return { type: "unknown_prompt", name, nearest: near };
}

function promptResult(result: JsonObject): PromptResult | string {
  const { messages, description } = result;
  if (!Array.isArray(messages) || !messages.every(isPromptMessage)) {
    return "its messages are not an array of objects with a role and content";
  }
  if (description !== undefined && typeof description !== "string") {
    return "its description is not a string";
  }
  return result as JsonObject & PromptResult;
}

function isPromptMessage(value: unknown): value is PromptMessage {
  return (
    isJsonObject(value) &&
    (value["role"] === "user" || value["role"] === "assistant") &&
    isContentBlock(value["content"])
  );
}

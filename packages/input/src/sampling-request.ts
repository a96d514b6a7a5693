import { isJsonObject, type JsonObject } from "@x/wire";
import { conversationFlaw, type SamplingMessage, usesTools } from "./conversation.js";
import { excessive, type Flaw, malformed, undeclared } from "./flaw.js";
import { INPUT_LIMITS } from "./input-limits.js";

/**
 * What a server wants a model asked: the parameters of `sampling/createMessage`, exactly as they came.
 *
 * The host respects `maxTokens`; the rest it may change or leave out. `includeContext` can be ignored,
 * since this client declares no `sampling.context`.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#creating-messages}
 */
export interface SamplingRequest {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly modelPreferences?: ModelPreferences;
  readonly includeContext?: "none" | "thisServer" | "allServers";
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly metadata?: JsonObject;
  /** Only where the host declared that it can do tools. They belong to this request alone. */
  readonly tools?: readonly SamplingTool[];
  readonly toolChoice?: { readonly mode?: "auto" | "required" | "none" };
}

/** Advice on which model to take: hints in order, the first that matches wins; priorities from 0 to 1. */
export interface ModelPreferences {
  /** Substrings of a model's name. */
  readonly hints?: readonly { readonly name?: string }[];
  readonly costPriority?: number;
  readonly speedPriority?: number;
  readonly intelligencePriority?: number;
}

/** A tool that the model may want used, by the server. Members beyond these are kept. */
export interface SamplingTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly [member: string]: unknown;
}

/**
 * What is wrong with the parameters of `sampling/createMessage`; without a flaw they are a
 * {@link SamplingRequest} as they are, and every `_meta` in them is kept.
 *
 * With tools, the client has to have declared `sampling.tools`
 * ({@link https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessagerequestparams schema}).
 */
export function samplingFlaw(params: JsonObject, canUseTools: boolean): Flaw | undefined {
  if (!canUseTools) {
    for (const name of ["tools", "toolChoice"]) {
      if (params[name] !== undefined) return undeclared(`it has ${name}, ${NO_TOOLS}`);
    }
  }
  const found = conversationFlaw(params["messages"]) ?? paramsFlaw(params) ?? toolsFlaw(params);
  if (found !== undefined) return found;
  const { messages } = params as JsonObject & SamplingRequest;
  return !canUseTools && usesTools(messages)
    ? undeclared(`its messages use tools, ${NO_TOOLS}`)
    : undefined;
}

const NO_TOOLS = "and this client did not declare sampling.tools";

function paramsFlaw(params: JsonObject): Flaw | undefined {
  const { maxTokens, systemPrompt, includeContext, temperature, stopSequences, metadata } = params;
  if (!Number.isSafeInteger(maxTokens)) return malformed("its maxTokens is not an integer");
  if (systemPrompt !== undefined && typeof systemPrompt !== "string") {
    return malformed("its systemPrompt is not a string");
  }
  if (includeContext !== undefined && !CONTEXTS.includes(includeContext)) {
    return malformed("its includeContext is none that there is");
  }
  if (temperature !== undefined && typeof temperature !== "number") {
    return malformed("its temperature is not a number");
  }
  const isStrings =
    Array.isArray(stopSequences) && stopSequences.every((item) => typeof item === "string");
  if (stopSequences !== undefined && !isStrings) {
    return malformed("its stopSequences are not an array of strings");
  }
  if (metadata !== undefined && !isJsonObject(metadata)) {
    return malformed("its metadata is not an object");
  }
  return preferencesFlaw(params["modelPreferences"]);
}

const CONTEXTS: readonly unknown[] = ["none", "thisServer", "allServers"];

function preferencesFlaw(preferences: unknown): Flaw | undefined {
  if (preferences === undefined) return undefined;
  if (!isJsonObject(preferences)) return malformed("its modelPreferences are not an object");
  for (const name of ["costPriority", "speedPriority", "intelligencePriority"]) {
    const value = preferences[name];
    const isPriority = typeof value === "number" && value >= 0 && value <= 1;
    if (value !== undefined && !isPriority) return malformed(`its ${name} is not from 0 to 1`);
  }
  const { hints = [] } = preferences;
  return Array.isArray(hints) && hints.every(isHint)
    ? undefined
    : malformed("its hints are not an array of names");
}

function isHint(hint: unknown): boolean {
  return isJsonObject(hint) && (hint["name"] === undefined || typeof hint["name"] === "string");
}

function toolsFlaw({ tools, toolChoice }: JsonObject): Flaw | undefined {
  if (tools !== undefined) {
    if (!Array.isArray(tools) || !tools.every(isTool)) {
      return malformed("its tools are not an array of tools");
    }
    if (tools.length > INPUT_LIMITS.tools) {
      return excessive(`it has ${tools.length} tools`, INPUT_LIMITS.tools);
    }
  }
  if (toolChoice === undefined) return undefined;
  return isJsonObject(toolChoice) && MODES.includes(toolChoice["mode"])
    ? undefined
    : malformed("its toolChoice is none that there is");
}

const MODES: readonly unknown[] = [undefined, "auto", "required", "none"];

function isTool(tool: unknown): boolean {
  if (!isJsonObject(tool) || typeof tool["name"] !== "string") return false;
  const { description, inputSchema } = tool;
  if (description !== undefined && typeof description !== "string") return false;
  return isJsonObject(inputSchema) && inputSchema["type"] === "object";
}

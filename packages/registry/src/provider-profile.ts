/**
 * What a model provider accepts as the name of a tool. Of names that both expressions and the length
 * let through, every one must be accepted; where a provider's pages disagree, a profile takes what
 * all of them allow.
 *
 * Names are rewritten with ASCII letters, digits and `_` alone, so a profile of your own must let
 * letters come first, and letters, digits and `_` follow. The expressions are tested on one character
 * at a time and have no flags.
 */
export interface ProviderProfile {
  readonly name: string;
  /** In characters. At least 32: a name that is cut needs room for a hash and for some of the name. */
  readonly maxLength: number;
  readonly firstCharacter: RegExp;
  readonly otherCharacters: RegExp;
}

/** The rules of four model providers. Each links to the pages it was taken from. */
export const providerProfiles: {
  /** {@link https://platform.openai.com/docs/api-reference/chat/create OpenAI, `tools`}. */
  readonly openai: ProviderProfile;
  /** {@link https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools Anthropic, "Define tools"}. */
  readonly anthropic: ProviderProfile;
  /**
   * {@link https://ai.google.dev/api/caching#FunctionDeclaration Gemini, `FunctionDeclaration`},
   * without the dots and colons that it allows: the page on
   * {@link https://ai.google.dev/api/python/google/generativeai/protos/FunctionCall `FunctionCall`},
   * which carries the same name back, does not.
   */
  readonly gemini: ProviderProfile;
  /**
   * {@link https://docs.aws.amazon.com/bedrock/latest/APIReference/API_agent_ToolSpecification.html Bedrock, `ToolSpecification` of managed prompts},
   * which is stricter than
   * {@link https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html that of Converse}:
   * there `-` is allowed too, and anything may come first.
   */
  readonly bedrock: ProviderProfile;
} = {
  openai: {
    name: "openai",
    maxLength: 64,
    firstCharacter: /[a-zA-Z0-9_-]/,
    otherCharacters: /[a-zA-Z0-9_-]/,
  },
  anthropic: {
    name: "anthropic",
    maxLength: 128,
    firstCharacter: /[a-zA-Z0-9_-]/,
    otherCharacters: /[a-zA-Z0-9_-]/,
  },
  gemini: {
    name: "gemini",
    maxLength: 64,
    firstCharacter: /[a-zA-Z_]/,
    otherCharacters: /[a-zA-Z0-9_-]/,
  },
  bedrock: {
    name: "bedrock",
    maxLength: 64,
    firstCharacter: /[a-zA-Z]/,
    otherCharacters: /[a-zA-Z0-9_]/,
  },
};

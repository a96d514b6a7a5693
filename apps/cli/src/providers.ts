import type { providerProfiles } from "@x/registry";

/** A model provider whose rules for names are known. */
export type Provider = keyof typeof providerProfiles;

const KNOWN: { readonly [provider in Provider]: true } = {
  openai: true,
  anthropic: true,
  gemini: true,
  bedrock: true,
};

/** All of them; the registry's own list loads it. */
export const PROVIDERS: readonly Provider[] = Object.keys(KNOWN) as Provider[];

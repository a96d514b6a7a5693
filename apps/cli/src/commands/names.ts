import { invalidUsage } from "../cli-error.js";
import { closest } from "../closest.js";
import type { Command, Option } from "../command.js";
import { OF_SERVERS, TIMEOUT } from "../options.js";
import { PROVIDERS, type Provider } from "../providers.js";
import { nothingMore } from "../read-words.js";
import { settingsOf } from "../server-settings.js";

const EXPLAIN: Option = { name: "explain", summary: "Say of each name why it is that one." };

const PROVIDER: Option = {
  name: "provider",
  value: "NAME",
  choices: PROVIDERS,
  summary: `Its name for ${PROVIDERS.slice(0, -1).join(", ")} or ${PROVIDERS.at(-1)}, too.`,
};

/** `names`. */
export const NAMES: Command = {
  name: "names",
  summary: "Say what tools are called, and why.",
  words: [{ name: "NAME", count: "optional", holds: "tool" }],
  options: [...OF_SERVERS, TIMEOUT, EXPLAIN, PROVIDER],
  examples: ["x-mcp names --explain", "x-mcp names files__search --provider openai"],
  document: async () => (await import("../documents/named.js")).NAMED,
  read: ([name, ...rest], options) => {
    nothingMore("names", rest);
    const settings = settingsOf(options);
    const line = {
      format: settings.format,
      name,
      provider: providerOf(options.text(PROVIDER)),
      tell: options.has(EXPLAIN) ? ("reasons" as const) : ("names" as const),
    };
    return {
      on: "servers",
      settings,
      run: async (invocation) => (await import("../names.js")).names(line, invocation),
    };
  },
};

function providerOf(text: string | undefined): Provider | undefined {
  const provider = PROVIDERS.find((one) => one === text);
  if (provider !== undefined || text === undefined) return provider;
  const meant = closest(text, PROVIDERS);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw invalidUsage(
    `--provider takes one of ${PROVIDERS.join(", ")}; ${JSON.stringify(text)} is none.${hint}`,
  );
}

import { invalidUsage } from "../cli-error.js";
import type { Command, Option } from "../command.js";
import { LIST_NAMES } from "../list-names.js";
import { millisecondsOf } from "../option-values.js";
import { OF_SERVERS, TIMEOUT } from "../options.js";
import { given, nothingMore } from "../read-words.js";
import { settingsOf } from "../server-settings.js";

/** The longest URI that can be listened to, in UTF-16 code units. */
const LONGEST_URI = 8192;

const LISTS = LIST_NAMES.map((name) => ({
  name,
  summary: `Only changes of its ${name}, and of what else is named.`,
}));

const RESOURCE: Option = {
  name: "resource",
  value: "URI",
  isRepeatable: true,
  summary: "Only changes of this, too; may be given several times.",
};

const FOR: Option = { name: "for", value: "SECONDS", summary: "End after this time." };

/** `listen`. */
export const LISTEN: Command = {
  name: "listen",
  summary: "Print what changes at a server, until interrupted.",
  words: [{ name: "SERVER", holds: "server" }],
  options: [...OF_SERVERS, TIMEOUT, ...LISTS, RESOURCE, FOR],
  examples: [
    "x-mcp listen orders --for 60 -c mcp.json",
    "x-mcp listen wiki --tools --resource wiki://logo -c mcp.json",
  ],
  printsLines: true,
  alsoCalled: ["watch", "subscribe"],
  document: async () => (await import("../documents/heard-event.js")).HEARD,
  read: ([server, ...rest], options) => {
    nothingMore("listen", rest);
    const settings = settingsOf(options);
    const uris = options.texts(RESOURCE);
    if (uris.some((uri) => uri === "" || uri.length > LONGEST_URI)) {
      throw invalidUsage(`--resource takes a URI of 1 to ${LONGEST_URI} characters.`);
    }
    const line = {
      format: settings.format,
      server: given(server, "Say which server to listen to: listen SERVER."),
      lists: LISTS.filter((option) => options.has(option)).map(({ name }) => name),
      uris,
      forMs: millisecondsOf("for", options.text(FOR)),
    };
    return {
      on: "servers",
      settings,
      run: async (invocation) => (await import("../listen.js")).listen(line, invocation),
    };
  },
};

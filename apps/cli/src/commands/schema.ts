import { CliError } from "../cli-error.js";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import { given, nothingMore } from "../read-words.js";

/** `schema`. */
export const SCHEMA: Command = {
  name: "schema",
  summary: "Print the JSON Schema of what a command prints with --json.",
  words: [{ name: "COMMAND", holds: "command" }],
  options: [],
  examples: ["x-mcp schema doctor"],
  read: ([name, ...rest]) => {
    nothingMore("schema", rest);
    const wanted = given(name, "Say whose answer: schema COMMAND.");
    return {
      on: "nothing",
      run: async ({ io, commands }) => {
        const command = commands.find((one) => one.name === wanted);
        if (command?.document === undefined) {
          const known = commands.filter(({ document }) => document !== undefined);
          const names = known.map((one) => one.name).join(", ");
          const message = `${JSON.stringify(wanted)} prints no JSON. These do: ${names}.`;
          throw new CliError(message, { code: "invalid_usage" });
        }
        const { documentSchema } = await import("../document-schema.js");
        const { jsonDocument } = await import("../json-document.js");
        io.stdout(jsonDocument(documentSchema(command.name, await command.document())));
        return EXIT.ok;
      },
    };
  },
};

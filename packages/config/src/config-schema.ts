import * as z from "zod/mini";
import { inputsSchema } from "./inputs.js";
import { POLICIES } from "./parse-config.js";
import { described, serverSchema } from "./server-schema.js";

/**
 * The JSON Schema (2020-12) of a configuration file with this project's keys, for editors that complete and
 * check while somebody writes. Keys of editors are allowed, as they are when the file is read; and so is what
 * only {@link parseConfig} can tell, such as a misspelt key or a variable that is not set.
 */
export function configSchema(): Readonly<Record<string, unknown>> {
  const file = z.looseObject({
    mcpServers: described(
      z.exactOptional(z.record(z.string(), serverSchema("texts"))),
      "Servers by name, in declared order.",
    ),
    servers: described(
      z.exactOptional(z.record(z.string(), serverSchema("loose"))),
      "The same, as VS Code calls it.",
    ),
    inputs: described(
      z.exactOptional(inputsSchema()),
      "Values that are asked for, as VS Code has them.",
    ),
    collision: described(
      z.exactOptional(z.enum(POLICIES)),
      "What happens when two servers have a tool of the same name.",
    ),
  });
  return z.toJSONSchema(file, { target: "draft-2020-12", io: "input" });
}

import { environmentNameProblem } from "./member-names.js";
import { parseEnvFile } from "./parse-env-file.js";
import type { ServerContext } from "./server-context.js";
import { codeOf } from "./wording.js";

/** The variables in the file that `envFile` names; none where it cannot be had, which is reported. */
export function envFileOf(context: ServerContext, path: string): Readonly<Record<string, string>> {
  const { readEnvFile } = context.scope;
  if (readEnvFile === undefined) {
    context.unreadable("nothing here reads a file of variables; put them into `env`");
    return {};
  }
  let variables: Readonly<Record<string, string>>;
  try {
    variables = parseEnvFile(readEnvFile(path));
  } catch (error) {
    context.unreadable(`the file cannot be read${codeOf(error)}; create it, or remove \`envFile\``);
    return {};
  }
  const unusable = Object.entries(variables).some(
    ([name, value]) => environmentNameProblem(name) !== undefined || value.includes("\0"),
  );
  if (unusable) context.unreadable("the file has a name or value that no variable can have");
  return variables;
}

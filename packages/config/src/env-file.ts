import { parse } from "dotenv";
import { environmentNameProblem } from "./member-names.js";
import type { ServerContext } from "./server-context.js";

/** The variables in the file that `envFile` names; none where it cannot be had, which is reported. */
export function envFileOf(context: ServerContext, path: string): Readonly<Record<string, string>> {
  const { readEnvFile } = context.scope;
  if (readEnvFile === undefined) {
    context.unreadable("nothing here reads a file of variables; put them into `env`");
    return {};
  }
  let variables: Readonly<Record<string, string>>;
  try {
    variables = parse(readEnvFile(path));
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

/** The platform's code, which says why, without the message, which may say more. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^[A-Z][A-Z0-9_]*$/.test(code) ? ` (${code})` : "";
}

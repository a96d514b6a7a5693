import type { InputDeclaration } from "./inputs.js";
import { parseRoot, readRoot } from "./parse-config.js";
import type { ParseOptions } from "./scope.js";

/**
 * The inputs that the servers of a file use which are not switched off, in the order of their declarations:
 * what a host has to ask for before {@link parseConfig} can put it in. What else is wrong with the file is
 * not told here.
 *
 * @throws ConfigError `not_json`, or `invalid` for a text that is no object.
 */
export function inputsOf(
  text: string,
  options: Pick<ParseOptions, "file" | "kind" | "project">,
): readonly InputDeclaration[] {
  const used = new Set<string>();
  const input = (id: string): string => {
    used.add(id);
    return "";
  };
  const root = readRoot(text, options.file, "an object with `mcpServers`");
  const { file, kind, project } = options;
  const places = { workspaceFolder: "/", userHome: "/" };
  const config = parseRoot(
    root,
    {
      file,
      ...(kind === undefined ? {} : { kind }),
      ...(project === undefined ? {} : { project }),
      ...places,
      env: {},
      input,
      readEnvFile: () => "",
      readFile: () => "",
    },
    () => undefined,
  );
  return config.inputs.filter(({ id }) => used.has(id));
}

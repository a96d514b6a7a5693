import { isJsonObject } from "@x/wire";

/**
 * The servers that configuration files define, each as the JSON of what is said of it: without replacing
 * variables or checking anything, which takes a library. Of two of one name the last counts; what is no
 * JSON, and what is disabled, is left out.
 *
 * @param texts of files, the weakest first.
 * @param project the folder whose own servers a file may have beside those for everywhere.
 */
export function definitionsIn(
  texts: readonly string[],
  project: string,
): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  for (const text of texts) {
    const value = parsed(text);
    for (const servers of placesIn(value, project)) {
      if (!isJsonObject(servers)) continue;
      for (const [name, server] of Object.entries(servers)) {
        if (!isJsonObject(server) || server["disabled"] === true) definitions.delete(name);
        else definitions.set(name, JSON.stringify(server));
      }
    }
  }
  return definitions;
}

function placesIn(value: unknown, project: string): readonly unknown[] {
  if (!isJsonObject(value)) return [];
  const { mcpServers, servers, mcp, projects } = value;
  const own = isJsonObject(projects) ? projects[project] : undefined;
  return [
    mcpServers,
    mcpServers === undefined ? servers : undefined,
    isJsonObject(mcp) ? mcp["servers"] : undefined,
    isJsonObject(own) ? own["mcpServers"] : undefined,
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(plainJson(text));
  } catch {
    return undefined;
  }
}

/** Texts, comments, and commas with nothing behind them; what is between is left as it is. */
const PARTS =
  /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g;

/** JSON as editors write it without what is no JSON in it. */
function plainJson(text: string): string {
  return text.replace(/^\ufeff/, "").replace(PARTS, (part) => (part.startsWith('"') ? part : " "));
}

import type { Config, HttpServerConfig, ServerConfig } from "./config.js";
import { queryValues } from "./endpoint.js";

const SHORTEST_VARIABLE = 8;

/** Words of JSON: to hide them would hide half of what is said, and nothing that is secret. */
const WORDS: readonly string[] = ["", "true", "false", "null"];

/**
 * What must not be shown of a configuration: every value of `env`, of `headers` and in the query of a
 * `url`, variables replaced; of a header such as `Authorization: Bearer …` also what follows the scheme;
 * all {@link ServerConfig.passwords}; and the value of every variable in {@link ServerConfig.variables} that
 * has 8 characters or more. No value twice, and none of `true`, `false` and `null`.
 *
 * Not all of them are secret (`NODE_ENV=production`), but nothing tells which.
 */
export function secretsOf(config: Config): readonly string[] {
  const secrets = config.servers.flatMap((server) => [
    ...ownValues(server),
    ...server.passwords,
    ...Object.values(server.variables).filter(({ length }) => length >= SHORTEST_VARIABLE),
  ]);
  return [...new Set(secrets)].filter((value) => !WORDS.includes(value));
}

function ownValues(server: ServerConfig): readonly string[] {
  switch (server.type) {
    case "stdio":
      return Object.values(server.env);
    case "http":
      return [...headerValues(server), ...queryValues(server.url)];
  }
}

/** Blanks around a value do not reach the server, which may quote what did. */
function headerValues({ headers }: HttpServerConfig): readonly string[] {
  return Object.values(headers).flatMap((value) => [
    value,
    value.trim(),
    afterScheme(value.trim()),
  ]);
}

function afterScheme(value: string): string {
  return /^[A-Za-z][\w-]* +(.+)$/s.exec(value)?.[1] ?? "";
}

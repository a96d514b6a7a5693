import type { Config, ServerConfig } from "./config.js";

const SHORTEST_VARIABLE = 8;

/**
 * What must not be shown of a configuration: every value of `env` and `headers`, variables replaced;
 * of a header such as `Authorization: Bearer …` also what follows the scheme; and the value of every
 * variable in {@link ServerConfig.variables} that has 8 characters or more. No value twice.
 *
 * Not all of them are secret (`NODE_ENV=production`), but nothing tells which.
 */
export function secretsOf(config: Config): readonly string[] {
  const secrets = config.servers.flatMap((server) => [
    ...ownValues(server),
    ...Object.values(server.variables).filter(({ length }) => length >= SHORTEST_VARIABLE),
  ]);
  return [...new Set(secrets)].filter((value) => value !== "");
}

function ownValues(server: ServerConfig): readonly string[] {
  return server.type === "stdio"
    ? Object.values(server.env)
    : Object.values(server.headers).flatMap((value) => [value, afterScheme(value)]);
}

function afterScheme(value: string): string {
  return /^[A-Za-z][\w-]* +(.+)$/s.exec(value)?.[1] ?? "";
}

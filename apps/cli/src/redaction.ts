import { type Config, redact, type ServerConfig, secretsOf } from "@x/config";
import { inheritedEnvironment } from "@x/transport-stdio";
import { isJsonObject } from "@x/wire";

/** Takes the operator's secrets out of what servers say. */
export interface Redaction {
  /** Of prose. */
  readonly text: (text: string) => string;
  /**
   * Of what programs read: names, schemas. Values of fewer than 8 characters stay there. They are
   * words (`notes`, `true`, `json`) rather than secrets, and a name with a hole in it cannot be called.
   */
  readonly structure: <T>(value: T) => T;
}

const SHORTEST_IN_STRUCTURE = 8;

/** The redaction of all values of `env` and `headers`, `PATH` and other such public ones aside. */
export function redactionOf(config: Config): Redaction {
  const secrets = secretsOf({ ...config, servers: config.servers.map(withoutPublic) });
  const long = secrets.filter(({ length }) => length >= SHORTEST_IN_STRUCTURE);
  return {
    text: (text) => redact(text, secrets),
    structure: <T>(value: T): T => redactIn(value, (text) => redact(text, long)) as T,
  };
}

/** Why `npx` was not found cannot be told without the `PATH`. */
function withoutPublic(server: ServerConfig): ServerConfig {
  if (server.type === "http") return server;
  const isPublic = inheritedEnvironment(server.env);
  const own = Object.entries(server.env).filter(([name]) => !Object.hasOwn(isPublic, name));
  return { ...server, env: Object.fromEntries(own) };
}

function redactIn(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((item) => redactIn(item, hide));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [hide(key), redactIn(member, hide)]),
  );
}

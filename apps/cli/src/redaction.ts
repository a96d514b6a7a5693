import { type Config, redact, redactSteps, type ServerConfig, secretsOf } from "@x/config";
import { inheritedEnvironment } from "@x/transport-stdio";
import { atOnce, jsonSteps, type Steps } from "./redact-steps.js";

/** Takes the operator's secrets out of what servers say. */
export interface Redaction {
  /** Of prose. */
  readonly text: (text: string) => string;
  /**
   * Of what programs read: names, schemas. Values of fewer than 8 characters stay there. They are
   * words (`notes`, `true`, `json`) rather than secrets, and a name with a hole in it cannot be called.
   */
  readonly structure: <T>(value: T) => T;
  /**
   * Of a whole message, in which nobody can say what is a name and what is prose. Values of 8 characters
   * or more are replaced everywhere, and so are pieces of them. Shorter ones are replaced where a text is
   * prose (it has a blank in it, or stands under a key such as `text` or `message`), and stay where it is
   * a word of the protocol, a name or a key: with `text` for a value, `"type": "text"` would go, too.
   * Numbers stay, except those of 4 digits or more that are secrets beside the configuration. In steps: a server
   * says how large it is.
   */
  readonly message: (value: unknown) => Steps<unknown>;
  /** Of prose that may be large. */
  readonly textSteps: (text: string) => Steps<string>;
}

const SHORTEST_IN_STRUCTURE = 8;

/** Shorter ones are ids and counts everywhere. */
const SHORTEST_NUMBER = 4;

/** Members of messages that are for people, or for a model. */
const PROSE: ReadonlySet<string> = new Set([
  "text",
  "message",
  "description",
  "title",
  "instructions",
  "data",
  "reason",
]);

/**
 * The redaction of all secrets of a configuration, `PATH` and other such public variables aside.
 *
 * @param more what else is not to be shown.
 */
export function redactionOf(config: Config, more: readonly string[] = []): Redaction {
  const ofConfig = secretsOf({ ...config, servers: config.servers.map(withoutPublic) });
  const secrets = [...ofConfig, ...more];
  const long = secrets.filter(({ length }) => length >= SHORTEST_IN_STRUCTURE);
  const ofAll = (text: string): string => redact(text, secrets);
  const numbers = new Set(more.filter((one) => one.length >= SHORTEST_NUMBER).map(Number));
  const inWhole = (text: string): Steps<string> => redactSteps(text, long, { pieces: "keep" });
  const inMessage = (text: string): Steps<string> =>
    redactSteps(text, /\s/.test(text) ? secrets : long);
  return {
    text: ofAll,
    textSteps: (text) => redactSteps(text, secrets),
    structure: <T>(value: T): T =>
      long.length === 0
        ? value
        : (atOnce(jsonSteps(value, { text: inWhole, name: inWhole, number: (one) => one })) as T),
    message: (value) =>
      jsonSteps(value, {
        text: (text, key) => (PROSE.has(key) ? redactSteps(text, secrets) : inMessage(text)),
        name: inMessage,
        number: (one) => (numbers.has(one) ? "[redacted]" : one),
      }),
  };
}

/** Why `npx` was not found cannot be told without the `PATH`. */
function withoutPublic(server: ServerConfig): ServerConfig {
  const variables = secretOnes(server.variables);
  return server.type === "http"
    ? { ...server, variables }
    : { ...server, variables, env: secretOnes(server.env) };
}

function secretOnes(variables: Readonly<Record<string, string>>): Record<string, string> {
  const isPublic = inheritedEnvironment(variables);
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => !Object.hasOwn(isPublic, name)),
  );
}

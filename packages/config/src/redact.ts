import type { Config } from "./config.js";

const SHORTEST = 4;

/**
 * What must not be shown of a configuration: every value of `env` and `headers`, variables replaced,
 * and of a header such as `Authorization: Bearer …` also what follows the scheme. No value twice.
 *
 * Not all of them are secret (`NODE_ENV=production`), but nothing tells which.
 */
export function secretsOf(config: Config): readonly string[] {
  return [
    ...new Set(
      config.servers.flatMap((server) =>
        server.type === "stdio"
          ? Object.values(server.env)
          : Object.values(server.headers).flatMap((value) => [value, afterScheme(value)]),
      ),
    ),
  ].filter((value) => value !== "");
}

/**
 * The text with `[redacted]` in place of every secret: as it is, as JSON writes it inside a string,
 * and each line of one that has several (a key file, logged line by line).
 *
 * Where secrets contain or overlap each other, all they cover becomes one `[redacted]`, so that no
 * piece of a longer one is left over. Secrets, and lines of them, that are shorter than 4 characters
 * are not replaced: `1` or `on` stands in every other word, hiding it would make the text unreadable
 * and give the value away by the gaps.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = new Set(secrets.flatMap(formsOf).filter((form) => form.length >= SHORTEST));
  const covered = [...forms]
    .flatMap((form) => occurrences(text, form))
    .sort((a, b) => a.start - b.start);
  let redacted = "";
  let end = 0;
  for (const span of covered) {
    if (span.start >= end) {
      redacted += `${text.slice(end, span.start)}[redacted]`;
    }
    end = Math.max(end, span.end);
  }
  return redacted + text.slice(end);
}

function afterScheme(value: string): string {
  return /^[A-Za-z][\w-]* +(.+)$/s.exec(value)?.[1] ?? "";
}

function formsOf(secret: string): readonly string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), ...secret.split(/\r\n|\r|\n/)];
}

function occurrences(text: string, form: string): readonly { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (let start = text.indexOf(form); start !== -1; start = text.indexOf(form, start + 1)) {
    spans.push({ start, end: start + form.length });
  }
  return spans;
}

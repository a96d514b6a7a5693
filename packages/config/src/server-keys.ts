import type { Dialect } from "./config-kind.js";
import { nearMiss } from "./near-miss.js";
import { type ServerKind, URL_KEYS } from "./server-kind.js";
import { HTTP_KEYS, STDIO_KEYS } from "./server-schema.js";

const KEYS: { readonly [kind in ServerKind]: readonly string[] } = {
  stdio: ["disabled", ...STDIO_KEYS],
  http: ["disabled", ...HTTP_KEYS, ...URL_KEYS],
};
const OTHER: { readonly [kind in ServerKind]: ServerKind } = { stdio: "http", http: "stdio" };
const MARK: { readonly [kind in ServerKind]: string } = { stdio: "`command`", http: "`url`" };
/** Where what somebody meant to pass can go instead. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["env", ", or pass what is in it in `headers`"],
  ["headers", ", or pass what is in it in `env`"],
]);

/** The keys that are read of a server; of one whose kind is not known, those of both. */
export function keysRead(kind: ServerKind | undefined, dialect: Dialect): readonly string[] {
  const keys = kind === undefined ? [...new Set([...KEYS.stdio, ...KEYS.http])] : KEYS[kind];
  return dialect.envFile ? keys : keys.filter((key) => key !== "envFile");
}

/**
 * What is wrong with a key that is not read, if anything: it is that of the other kind of server, or looks
 * like a misspelling. Other keys belong to editors.
 */
export function keyProblem(
  name: string,
  kind: ServerKind | undefined,
  dialect: Dialect,
): string | undefined {
  const other = kind === undefined ? undefined : OTHER[kind];
  const ofOther = other === undefined ? [] : keysRead(other, dialect);
  if (kind !== undefined && ofOther.includes(name)) {
    const instead = INSTEAD.get(name) ?? "";
    return `belongs to a server with ${MARK[other ?? kind]}, and this one has ${MARK[kind]}; remove it${instead}`;
  }
  const meant = nearMiss(name, keysRead(kind, dialect));
  if (meant !== undefined) return `unknown key; did you mean \`${meant}\`?`;
  const meantOfOther = nearMiss(name, ofOther);
  return meantOfOther === undefined || kind === undefined
    ? undefined
    : `unknown key; did you mean \`${meantOfOther}\`? A server with ${MARK[kind]} has none`;
}

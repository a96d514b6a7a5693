import { nearMiss } from "./near-miss.js";
import type { ServerKind } from "./server-kind.js";
import { HTTP_KEYS, STDIO_KEYS } from "./server-shape.js";

const KEYS: { readonly [kind in ServerKind]: readonly string[] } = {
  stdio: STDIO_KEYS,
  http: HTTP_KEYS,
};
const OTHER: { readonly [kind in ServerKind]: ServerKind } = { stdio: "http", http: "stdio" };
const MARK: { readonly [kind in ServerKind]: string } = { stdio: "`command`", http: "`url`" };
/** Where what somebody meant to pass can go instead. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["env", ", or pass what is in it in `headers`"],
  ["headers", ", or pass what is in it in `env`"],
]);

/** The keys that are read of a server; of one whose kind is not known, those of both. */
export function keysRead(kind: ServerKind | undefined): readonly string[] {
  return kind === undefined ? [...new Set([...STDIO_KEYS, ...HTTP_KEYS])] : KEYS[kind];
}

/**
 * What is wrong with a key that is not read, if anything: it is that of the other kind of server, or looks
 * like a misspelling. Other keys belong to editors.
 */
export function keyProblem(name: string, kind: ServerKind | undefined): string | undefined {
  const other = kind === undefined ? undefined : OTHER[kind];
  if (kind !== undefined && other !== undefined && KEYS[other].includes(name)) {
    const instead = INSTEAD.get(name) ?? "";
    return `belongs to a server with ${MARK[other]}, and this one has ${MARK[kind]}; remove it${instead}`;
  }
  const meant = nearMiss(name, keysRead(kind));
  if (meant !== undefined) return `unknown key; did you mean \`${meant}\`?`;
  if (kind === undefined || other === undefined) return undefined;
  const ofOther = nearMiss(name, KEYS[other]);
  return ofOther === undefined
    ? undefined
    : `unknown key; did you mean \`${ofOther}\`? A server with ${MARK[kind]} has none`;
}

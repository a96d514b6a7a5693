/**
 * A module of Node, loaded where it is first needed, or nothing where there is no such module: an
 * `import` would keep this package from being loaded there at all.
 */
export function builtin<Id extends "node:crypto" | "node:worker_threads">(
  id: Id,
): ReturnType<typeof process.getBuiltinModule<Id>> | undefined {
  return globalThis.process?.getBuiltinModule?.(id);
}

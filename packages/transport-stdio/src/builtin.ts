/**
 * A module of Node, loaded where it is first needed.
 *
 * An `import` of `crypto`, `fs`, `process` or `util` makes a host slow to start: to fill in the names that
 * such a module exports, Node makes what it otherwise leaves until somebody asks for it, such as Web
 * Crypto, `fs.promises`, and the standard streams of the host itself. That is also why this package uses
 * the global `process`.
 */
export const builtin: typeof process.getBuiltinModule = process.getBuiltinModule;

/**
 * What only a process can do, `$ name` in a transcript.
 *
 * - `deaf`: never reads its stdin, and ends by a signal only.
 * - `stubborn`: ignores SIGTERM and the end of its stdin.
 * - `grandchild`: has started a process that holds its stdout open for a minute.
 * - `shell`: runs below a shell, which waits for it.
 * - `lock`: holds a lock file beside its log while it runs, and exits with code 75 where it is taken.
 */
export type Trait = (typeof TRAITS)[number];

/** Every {@link Trait}. */
export const TRAITS = ["deaf", "stubborn", "grandchild", "shell", "lock"] as const;

/** Tells whether a name is that of a {@link Trait}. */
export function isTrait(name: string): name is Trait {
  return TRAITS.some((trait) => trait === name);
}

/** How the program ends. 3 is not used. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  unavailable: 4,
  toolFailed: 5,
  partial: 6,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** How the program ends. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  authorization: 3,
  unavailable: 4,
  toolFailed: 5,
  partial: 6,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** How the program ends by itself. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  authorization: 3,
  unavailable: 4,
  toolFailed: 5,
  partial: 6,
  inputRequired: 7,
  timedOut: 8,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** How it ends after a signal, as shells report a program that the signal ended. */
export const INTERRUPTED = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

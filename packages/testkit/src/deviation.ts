/** How a scripted process ends when the client does what its transcript does not have. */
export const DEVIATION_EXIT_CODE = 70;

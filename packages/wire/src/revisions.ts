/** The two families of the protocol: per-request metadata, or the `initialize` handshake. */
export type EraName = "modern" | "legacy";

/** Modern revisions this project speaks, preferred first. */
export const MODERN_REVISIONS: readonly string[] = ["2026-07-28"];

/** Legacy revisions this project speaks, highest first. */
export const LEGACY_REVISIONS: readonly string[] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
];

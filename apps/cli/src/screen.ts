import type { Variables } from "@x/config";

/** A terminal that the answer is laid out for. */
export interface Screen {
  /** How wide it is. */
  readonly columns: number;
  readonly hasColours: boolean;
}

/** Where nobody says how wide it is. */
const USUAL_COLUMNS = 80;
const NARROWEST = 40;

/**
 * What the answer is laid out for; nothing where it goes into a file or a pipe, or to a terminal that takes plain
 * text alone: then it stays the same text, line by line.
 *
 * `NO_COLOR` takes the colours away, and `FORCE_COLOR` lays it out for a terminal where there is none.
 */
export function screenOf(
  env: Variables,
  { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number },
): Screen | undefined {
  const isForced = isSet(env["FORCE_COLOR"]) && env["FORCE_COLOR"] !== "0";
  if (!isForced && (isTTY !== true || env["TERM"] === "dumb")) return undefined;
  const hasColours = env["FORCE_COLOR"] === "0" ? false : isForced || !isSet(env["NO_COLOR"]);
  const said = columns || Number.parseInt(env["COLUMNS"] ?? "", 10) || USUAL_COLUMNS;
  return { columns: Math.max(said, NARROWEST), hasColours };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}

import picocolors from "picocolors";
import type { Screen } from "./screen.js";

type Paint = (text: string) => string;

/** What can be done to a text on a terminal; nothing where it is to have no colours. */
export interface Colours {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly green: Paint;
  readonly red: Paint;
  readonly yellow: Paint;
}

/** The colours of a terminal. */
export function colours({ hasColours }: Screen): Colours {
  return picocolors.createColors(hasColours);
}

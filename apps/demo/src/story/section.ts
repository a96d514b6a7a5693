import type { Expectations } from "../expectations.js";
import type { Host } from "../host.js";
import type { Printer } from "../print.js";

/** What every section of the story is told with. */
export interface Section {
  readonly host: Host;
  readonly printer: Printer;
  readonly expectations: Expectations;
}

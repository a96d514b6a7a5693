import { COMMAND_LINE_SCENARIOS } from "./command-line-scenarios.js";
import { HTTP_SCENARIOS } from "./http-scenarios.js";
import type { Scenario } from "./scenario.js";
import { STDIO_SCENARIOS } from "./stdio-scenarios.js";

/** All scenarios, in the order in which they run. */
export const SCENARIOS: readonly Scenario[] = [
  ...STDIO_SCENARIOS,
  ...HTTP_SCENARIOS,
  ...COMMAND_LINE_SCENARIOS,
];

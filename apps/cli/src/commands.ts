import type { Command } from "./command.js";
import { ALLOW } from "./commands/allow.js";
import { CALL } from "./commands/call.js";
import { COMPLETION } from "./commands/completion.js";
import { CONFIG_COMMAND } from "./commands/config.js";
import { DOCTOR } from "./commands/doctor.js";
import { HELP_COMMAND } from "./commands/help.js";
import { INIT } from "./commands/init.js";
import { LISTEN } from "./commands/listen.js";
import { NAMES } from "./commands/names.js";
import { PROMPT } from "./commands/prompt.js";
import { PROMPTS } from "./commands/prompts.js";
import { READ } from "./commands/read.js";
import { REPLAY } from "./commands/replay.js";
import { RESOURCES } from "./commands/resources.js";
import { SCHEMA } from "./commands/schema.js";
import { TOOLS } from "./commands/tools.js";
import { TRACE_COMMAND } from "./commands/trace.js";

/** All commands, in the order of the help. What is told of them anywhere comes from here. */
export const COMMANDS: readonly Command[] = [
  DOCTOR,
  TOOLS,
  CALL,
  NAMES,
  RESOURCES,
  READ,
  PROMPTS,
  PROMPT,
  LISTEN,
  CONFIG_COMMAND,
  ALLOW,
  INIT,
  TRACE_COMMAND,
  REPLAY,
  SCHEMA,
  COMPLETION,
  HELP_COMMAND,
];

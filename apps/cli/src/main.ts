#!/usr/bin/env node
import { keepCompiled } from "./compiled.js";

await keepCompiled();
// Somebody waits for a completion with a finger on the key: nothing is loaded for it that it does not need.
if (process.argv[2] === "__complete") await import("./completion/answer.js");
else await import("./program.js");

import { defineProject } from "vitest/config";

// Each scenario is a run of the whole suite, in a process that starts another.
export default defineProject({ test: { testTimeout: 120_000 } });

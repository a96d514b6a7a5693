import { defineProject } from "vitest/config";

// The tests start real programs, several at once: on a busy machine that alone takes seconds.
export default defineProject({ test: { testTimeout: 30_000, hookTimeout: 30_000 } });

import { defineProject } from "vitest/config";

// A browser and six servers, on a machine that is busy with other tests: that alone takes seconds.
export default defineProject({ test: { testTimeout: 120_000, hookTimeout: 120_000 } });

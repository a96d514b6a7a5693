import { defineProject } from "vitest/config";

// A quick run still starts some sixty processes: on a busy machine that alone takes a minute.
export default defineProject({ test: { testTimeout: 180_000 } });

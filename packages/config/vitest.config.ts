import { defineConfig } from "vitest/config";

// The package keeps no state, so its test files share a process, and its imports. A busy machine takes its time.
export default defineConfig({ test: { testTimeout: 20_000, isolate: false } });

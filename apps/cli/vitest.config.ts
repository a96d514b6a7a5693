import { defineConfig } from "vitest/config";

// Many tests start processes, and a busy machine takes its time to. No test changes what others see, so
// that files can share a worker.
export default defineConfig({ test: { testTimeout: 30_000, isolate: false } });

import { defineConfig } from "vitest/config";

// Nearly every test starts processes, and a busy machine takes its time to.
export default defineConfig({ test: { testTimeout: 30_000 } });

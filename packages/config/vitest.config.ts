import { defineConfig } from "vitest/config";

// The package keeps no state, so its test files share a process, and its imports.
export default defineConfig({ test: { isolate: false } });

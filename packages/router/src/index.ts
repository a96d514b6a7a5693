export type { Patience, Recovery, Safety } from "./call-again.js";
export type { CallOptions } from "./call-options.js";
export type { CallOutcome } from "./call-outcome.js";
export { callTool } from "./call-tool.js";
export { RouterError, type RouterErrorCode } from "./router-error.js";
export type { Owner, Routes } from "./routes.js";
export {
  type CheckedResult,
  type ContentBlock,
  checkToolResult,
  type ToolResult,
} from "./tool-result.js";

export type { Patience, Recovery, Safety } from "./call-again.js";
export {
  type CallOptions,
  type CallOutcome,
  callTool,
  type Owner,
  type Routes,
} from "./call-tool.js";
export { RouterError, type RouterErrorCode } from "./router-error.js";
export {
  type CheckedResult,
  type ContentBlock,
  checkToolResult,
  type ToolResult,
} from "./tool-result.js";

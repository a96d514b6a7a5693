export { isLost, type Patience, type Recovery, type Safety } from "./call-again.js";
export type { CallOptions } from "./call-options.js";
export type { CallOutcome } from "./call-outcome.js";
export { callTool } from "./call-tool.js";
export type { Checks, CheckVerdict } from "./checks.js";
export {
  type Completion,
  type CompletionArgument,
  type CompletionOutcome,
  type CompletionSubject,
  complete,
} from "./complete.js";
export type { ContentBlock } from "./content-block.js";
export {
  type ContentFlaw,
  type ContentFlawCode,
  contentFlaws,
  resourceFlaws,
} from "./content-flaws.js";
export {
  getPrompt,
  type PromptMessage,
  type PromptOutcome,
  type PromptResult,
} from "./get-prompt.js";
export type { Guard, GuardedCall, GuardVerdict } from "./guard.js";
export type { OnProgress, Progress } from "./progress.js";
export {
  isResourceResult,
  type ResourceContents,
  type ResourceOutcome,
  type ResourceResult,
  readResource,
} from "./read-resource.js";
export { type Asked, type PeerRequest, type RequestOutcome, requestPeer } from "./request-peer.js";
export type { Input } from "./rounds.js";
export { RouterError, type RouterErrorCode } from "./router-error.js";
export type { Owner, Routes } from "./routes.js";
export { type CheckedResult, checkToolResult, type ToolResult } from "./tool-result.js";
export { type Arrived, arrived, type Unmet } from "./unmet.js";

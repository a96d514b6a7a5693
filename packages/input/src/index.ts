export { declaredCapabilities } from "./abilities.js";
export { answerInput } from "./answer-input.js";
export { answerLegacyRequest, type LegacyAnswer } from "./answer-legacy.js";
export type { InputOutcome } from "./answer-question.js";
export { answerRound, type RetryParams, type RoundOutcome } from "./answer-round.js";
export { answerUrlRequests, type UrlRequestsOutcome } from "./answer-url-requests.js";
export { checkContent } from "./check-content.js";
export type {
  BlockExtras,
  MediaBlock,
  SamplingBlock,
  ToolResultBlock,
  ToolUseBlock,
} from "./content-block.js";
export type { SamplingMessage } from "./conversation.js";
export type { FieldProblem, FieldProblemCode } from "./field-problem.js";
export type { FormRequest } from "./form.js";
export type {
  BooleanField,
  ChoiceField,
  ChoicesField,
  FieldBase,
  FieldOption,
  FieldValue,
  FormField,
  NumberField,
  TextField,
} from "./form-field.js";
export type {
  Asked,
  Asker,
  FormAnswer,
  FormHandler,
  InputContext,
  InputHandlers,
  Refusal,
  RootsHandler,
  SamplingAnswer,
  SamplingHandler,
  UrlAnswer,
  UrlHandler,
} from "./handlers.js";
export {
  type InputAnswers,
  type InputAnswersOptions,
  inputAnswers,
  type OnDemand,
} from "./input-answers.js";
export { INPUT_LIMITS } from "./input-limits.js";
export type { InputProblem, InputProblemCode } from "./input-problem.js";
export {
  ASKING_METHODS,
  INPUT_METHODS,
  type InputMethod,
  type InputRequest,
  type InputRequired,
  type InputRequiredReading,
  readInputRequired,
} from "./input-required.js";
export type { Root } from "./roots.js";
export type { SamplingRate } from "./sampling-rate.js";
export type { ModelPreferences, SamplingRequest, SamplingTool } from "./sampling-request.js";
export type { SamplingResult } from "./sampling-result.js";
export type { TextFormat } from "./text-format.js";
export type { UrlVisit, UrlWarning } from "./url-visit.js";

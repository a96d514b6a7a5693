export { type ListOptions, listAll } from "./list-all.js";
export { ListsError, type ListsErrorCode } from "./lists-error.js";
export {
  type AskingPage,
  advancePaging,
  type ListOutcome,
  type Paging,
  type PagingEnded,
  type PagingOptions,
  type ReceivedPage,
  startPaging,
} from "./paging.js";
export type { ListProblem, ListProblemCode, Unanswered } from "./problem.js";

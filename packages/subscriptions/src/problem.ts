import { excerpt, type RequestId } from "@x/wire";

/** Codes of {@link SubscriptionProblem}. A closed list. */
export type SubscriptionProblemCode =
  | "missing_subscription_id"
  | "foreign_subscription_id"
  | "early_event"
  | "unrequested_event"
  | "invalid_event"
  | "wider_acknowledgement"
  | "repeated_acknowledgement"
  | "invalid_acknowledgement"
  | "invalid_result";

/**
 * Something a peer did wrong about subscriptions. It was not delivered, and harmed nothing else.
 * `message` is a sentence that can be shown as it is.
 */
export interface SubscriptionProblem {
  readonly code: SubscriptionProblemCode;
  readonly message: string;
  /** The id of the `subscriptions/listen` that it concerns, where there is one. */
  readonly listenId?: RequestId;
}

const SENTENCES: Record<SubscriptionProblemCode, string> = {
  missing_subscription_id: "came without the id of a subscription. It belongs to none",
  foreign_subscription_id: "names a subscription that is none of this side's",
  early_event: "came before the subscription was acknowledged",
  unrequested_event: "is nothing that was agreed on for the subscription",
  invalid_event: "names no resource, or one whose URI is longer than any is taken",
  wider_acknowledgement: "agrees to more than was asked for. The rest is not delivered",
  repeated_acknowledgement: "came a second time for one subscription",
  invalid_acknowledgement: "does not say what the server agreed to",
  invalid_result: "does not name the subscription that it ends, or is no complete result",
};

/** The problem with a message of the method `method`, or with a result of it. */
export function problem(
  code: SubscriptionProblemCode,
  method: string,
  listenId?: RequestId,
): SubscriptionProblem {
  const what = code === "invalid_result" ? `The result of ${method}` : excerpt(method);
  const where = listenId === undefined ? "" : ` (subscription ${idText(listenId)})`;
  return {
    code,
    message: `${what} ${SENTENCES[code]}${where}. Only the server can mend this.`,
    ...(listenId === undefined ? {} : { listenId }),
  };
}

function idText(id: RequestId): string {
  return typeof id === "number" ? `${id}` : JSON.stringify(excerpt(id));
}

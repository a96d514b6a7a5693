import {
  compareJson,
  INVALID_PARAMS,
  isJsonObject,
  type JsonObject,
  METHOD_NOT_FOUND,
  type Request,
  type RequestId,
  SUBSCRIPTION_ID_KEY,
} from "@x/wire";
import { jsonText } from "./json-document.js";
import { oneLine } from "./printable.js";
import {
  askedOf,
  type Frame,
  progressTokenOf,
  type Step,
  subscriptionIdOf,
} from "./replay-script.js";

/** What is said to one request. */
export interface Reply {
  readonly frames: readonly Frame[];
  /** Whether the connection is over then. */
  readonly ends: boolean;
  /** What is not in the trace, where it is not, as a sentence. */
  readonly missing?: string;
}

/** What of a request that is not in the trace is shown. */
const LONGEST = 300;

/** One run of a server that was recorded. */
export class Replayed {
  readonly #steps: readonly Step[];
  readonly #used = new Set<Step>();

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  /**
   * What came back for the same method and params when it was recorded: in that order where they were asked
   * several times, and the last of it once there is no more. What was not recorded is an error that says so.
   */
  answer(request: Request): Reply {
    const { id, method, params } = request;
    const known = this.#steps.filter((step) => step.method === method);
    const asked = askedOf(params);
    const same = known.filter((step) => isSame(step, asked));
    const step = same.find((one) => !this.#used.has(one)) ?? same.at(-1);
    if (step === undefined) return missing(request, asked, known.length);
    this.#used.add(step);
    const frames = [
      ...step.before.flatMap((frame) => retold(frame, step, request)),
      ...(step.answer === undefined
        ? []
        : [{ ...withSubscription(step.answer, "result", id), id }]),
      ...step.after.flatMap((frame) => retold(frame, step, request)),
    ];
    return { frames, ends: step.ends };
  }
}

/** A client that says who it is asks for nothing else than another one that does. */
function isSame(step: Step, asked: JsonObject): boolean {
  return step.method === "initialize" || compareJson(step.asked, asked) === 0;
}

/** The frame as it would have come for this request. */
function retold(frame: Frame, step: Step, { id, params }: Request): readonly Frame[] {
  if (typeof frame === "string" || !isJsonObject(frame["params"])) return [frame];
  const { method, params: told } = frame;
  if (method === "notifications/progress" && told["progressToken"] === step.progressToken) {
    const progressToken = progressTokenOf(params);
    // Progress that nobody asked for is not told.
    return progressToken === undefined ? [] : [{ ...frame, params: { ...told, progressToken } }];
  }
  if (method === "notifications/cancelled" && told["requestId"] === step.id) {
    return [{ ...frame, params: { ...told, requestId: id } }];
  }
  return [subscriptionIdOf(told) === step.id ? withSubscription(frame, "params", id) : frame];
}

/** The message with this request in place of the subscription that it names, where it names one. */
function withSubscription(
  message: JsonObject,
  member: "params" | "result",
  id: RequestId,
): JsonObject {
  const part = message[member];
  if (!isJsonObject(part) || subscriptionIdOf(part) === undefined) return message;
  const meta = isJsonObject(part["_meta"]) ? part["_meta"] : {};
  return { ...message, [member]: { ...part, _meta: { ...meta, [SUBSCRIPTION_ID_KEY]: id } } };
}

function missing({ id, method }: Request, asked: JsonObject, known: number): Reply {
  const others = known === 1 ? "once, with other params" : `${known} times, with other params`;
  const what =
    known === 0
      ? `The trace has no ${method}.`
      : `The trace has no ${method} with ${oneLine(jsonText(asked), LONGEST)}. It has it ${others}.`;
  const error = { code: known === 0 ? METHOD_NOT_FOUND : INVALID_PARAMS, message: what };
  return { frames: [{ jsonrpc: "2.0", id, error }], ends: false, missing: what };
}

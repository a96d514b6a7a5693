import { isJsonObject, type JsonObject, SUBSCRIPTION_ID_KEY } from "@x/wire";
import type { Recorded } from "./recording.js";

/** A frame as it was received: a message, or a text that is none. */
export type Frame = JsonObject | string;

/** A request that was recorded, and all that came back for it. */
export interface Step {
  readonly method: string;
  /** As {@link askedOf} gives them. */
  readonly asked: JsonObject;
  readonly id: unknown;
  readonly progressToken: unknown;
  /** What came before the answer, or came for it and there is none. */
  readonly before: readonly Frame[];
  /** Nothing where none came. */
  readonly answer: JsonObject | undefined;
  /** What came after it, and before nothing else that it could be told with. */
  readonly after: readonly Frame[];
  /** Whether the server ended the connection when nothing more had been asked. */
  readonly ends: boolean;
}

/** What a request asks for: its params, apart from what they say about who asks, and how. */
export function askedOf(params: unknown): JsonObject {
  if (!isJsonObject(params)) return {};
  const { _meta, ...asked } = params;
  return asked;
}

/** The progress token that a request has in its `_meta`. */
export function progressTokenOf(params: unknown): unknown {
  const meta = isJsonObject(params) ? params["_meta"] : undefined;
  return isJsonObject(meta) ? meta["progressToken"] : undefined;
}

/** The subscription that a message names in the `_meta` of its params or result. */
export function subscriptionIdOf(part: unknown): unknown {
  const meta = isJsonObject(part) ? part["_meta"] : undefined;
  return isJsonObject(meta) ? meta[SUBSCRIPTION_ID_KEY] : undefined;
}

/**
 * The requests of a recording, over all connections in the order in which they were sent.
 *
 * What was received and is no answer belongs to the request that it names (by progress token,
 * subscription, or as cancelled), otherwise to the one that is answered next on its connection, and where
 * none is, to the one that was sent last. What names a request that is not in the recording is left out, and
 * so is what came for one that its client had cancelled.
 */
export function scriptOf(recording: readonly Recorded[]): readonly Step[] {
  const steps: Growing[] = [];
  const connections = new Map<number, ConnectionScript>();
  for (const recorded of recording) {
    const { connection } = recorded;
    const script = connections.get(connection) ?? new ConnectionScript(steps);
    connections.set(connection, script);
    script.take(recorded);
  }
  for (const script of connections.values()) script.finish();
  return steps;
}

interface Growing extends Step {
  readonly before: Frame[];
  answer: JsonObject | undefined;
  readonly after: Frame[];
  ends: boolean;
}

class ConnectionScript {
  readonly #steps: Growing[];
  readonly #byId = new Map<unknown, Growing>();
  readonly #byToken = new Map<unknown, Growing>();
  /** What nothing was answered after yet. */
  #loose: Frame[] = [];
  #last: Growing | undefined;

  constructor(steps: Growing[]) {
    this.#steps = steps;
  }

  take(recorded: Recorded): void {
    switch (recorded.type) {
      case "sent":
        this.#sent(recorded.message);
        return;
      case "received":
        if ("text" in recorded) this.#loose.push(recorded.text);
        else this.#received(recorded.message);
        return;
      case "closed":
        this.finish();
        if (recorded.how !== "local" && this.#last !== undefined) this.#last.ends = true;
    }
  }

  finish(): void {
    this.#last?.after.push(...this.#loose);
    this.#loose = [];
  }

  #sent({ id, method, params }: JsonObject): void {
    if (method === "notifications/cancelled" && isJsonObject(params)) {
      this.#cancelled(params["requestId"]);
    }
    if (typeof method !== "string" || id === undefined) return;
    const progressToken = progressTokenOf(params);
    const asked = askedOf(params);
    const step = { method, asked, id, progressToken, before: [], after: [] };
    this.#last = { ...step, answer: undefined, ends: false };
    this.#steps.push(this.#last);
    this.#byId.set(id, this.#last);
    if (progressToken !== undefined) this.#byToken.set(progressToken, this.#last);
  }

  #received(message: JsonObject): void {
    if (message["method"] === undefined) {
      this.#answered(message);
      return;
    }
    const owner = this.#ownerOf(message);
    if (owner === "nobody") this.#loose.push(message);
    else if (owner?.answer === undefined) owner?.before.push(message);
    else owner.after.push(message);
  }

  #cancelled(id: unknown): void {
    const step = this.#byId.get(id);
    if (step === undefined) return;
    this.#byId.delete(id);
    this.#byToken.delete(step.progressToken);
  }

  /** An answer to nothing that was asked, or a second one, cannot be told under an id of now. */
  #answered(message: JsonObject): void {
    const step = this.#byId.get(message["id"]);
    if (step === undefined || step.answer !== undefined) return;
    step.before.push(...this.#loose);
    this.#loose = [];
    step.answer = message;
  }

  /** The request that a message names, which may not be there; `nobody` where it names none. */
  #ownerOf({ method, params }: JsonObject): Growing | undefined | "nobody" {
    if (!isJsonObject(params)) return "nobody";
    if (method === "notifications/progress") return this.#byToken.get(params["progressToken"]);
    // A server may also cancel a request of its own.
    if (method === "notifications/cancelled") {
      return this.#byId.get(params["requestId"]) ?? "nobody";
    }
    const subscription = subscriptionIdOf(params);
    return subscription === undefined ? "nobody" : this.#byId.get(subscription);
  }
}

import { classify, type Notification, type Request, type RequestId, type Response } from "@x/wire";
import { type EraMark, TraceEra } from "./trace-era.js";
import type { TraceLine } from "./trace-lines.js";

/** What one line of a trace tells, together with what came before it on its connection. */
export interface Told extends Where {
  readonly direction: "sent" | "received" | "closed";
  readonly kind: "request" | "response" | "notification" | "invalid" | "end";
  /** Of a response that of its request, where that is known. */
  readonly method?: string;
  readonly id?: RequestId;
  /** Of a response: how long its request had waited. */
  readonly latencyMs?: number;
  /** Of a response: that its request had been cancelled. */
  readonly isLate?: true;
  /** What it says about the era of its connection, where it says something. */
  readonly era?: EraMark;
  /** What is wrong with it. */
  readonly fault?: TraceFault;
  /** What it holds: a message, a text that is none, or how a connection ended. */
  readonly holds: unknown;
}

/**
 * What is wrong with a frame. `foreign_id` answers nothing that was asked, `second_answer` what was
 * answered before, `server_request` is one that a modern server must not send.
 */
export type TraceFault = "foreign_id" | "invalid_message" | "second_answer" | "server_request";

/** A request that nothing came back for. */
export interface Unanswered extends Where {
  readonly direction: "sent" | "received";
  readonly method: string;
  readonly id: RequestId;
  readonly wasCancelled: boolean;
}

/** Where a line of a trace stands. */
interface Where {
  /** In the file, counted from 1. */
  readonly line: number;
  /** In milliseconds since the trace began. */
  readonly at: number;
  readonly server: string;
  /** Counts the connections of the server, from 1. */
  readonly connection: number;
  /** Of a frame, as it went over the wire. */
  readonly bytes?: number;
}

interface Frame extends Where {
  readonly direction: "sent" | "received";
}

/** Tells the lines of a trace one after the other. */
export class TraceStory {
  readonly #connections = new Map<string, ConnectionStory>();

  /** Nothing where the line is none that `--trace` writes. */
  next({ line, value }: Pick<TraceLine, "line" | "value">): Told | undefined {
    if (value === undefined) return undefined;
    const { at, server, connection, direction, message, text, closed, bytes } = value;
    if (typeof at !== "number" || typeof server !== "string" || typeof connection !== "number") {
      return undefined;
    }
    const where = { line, at, server, connection };
    const story = this.#story(server, connection);
    if (typeof closed === "string") {
      return { ...where, direction: "closed", kind: "end", holds: value };
    }
    if (direction !== "sent" && direction !== "received") return undefined;
    const frame: Frame = { ...where, direction, ...(typeof bytes === "number" ? { bytes } : {}) };
    if (typeof text === "string") return invalid(frame, text);
    return "message" in value ? story.told(frame, message) : undefined;
  }

  /** What was asked and never answered, connections in the order in which they began. */
  unanswered(): readonly Unanswered[] {
    return [...this.#connections.values()].flatMap((story) => story.unanswered());
  }

  #story(server: string, connection: number): ConnectionStory {
    const key = JSON.stringify([server, connection]);
    const story = this.#connections.get(key) ?? new ConnectionStory();
    this.#connections.set(key, story);
    return story;
  }
}

class ConnectionStory {
  /** By who asked, and the id. */
  readonly #pending = new Map<string, Unanswered>();
  readonly #answered = new Set<string>();
  readonly #era = new TraceEra();

  told(frame: Frame, holds: unknown): Told {
    const classified = classify(holds);
    switch (classified.type) {
      case "invalid":
        return invalid(frame, holds);
      case "notification":
        return this.#notification(frame, classified.message);
      case "request":
        return this.#request(frame, classified.message);
      case "response":
        return this.#response(frame, classified.message);
    }
  }

  unanswered(): readonly Unanswered[] {
    return [...this.#pending.values()];
  }

  #notification(frame: Frame, message: Notification): Told {
    const { method, params } = message;
    if (method === "notifications/cancelled") this.#cancelled(frame, params?.["requestId"]);
    return {
      ...frame,
      kind: "notification",
      method,
      ...this.#decided(frame, message),
      holds: message,
    };
  }

  #request(frame: Frame, message: Request): Told {
    const { id, method } = message;
    this.#pending.set(keyOf(frame.direction, id), { ...frame, method, id, wasCancelled: false });
    const told = { ...frame, kind: "request", method, id, holds: message } as const;
    if (frame.direction === "received" && this.#era.settled === "modern") {
      return { ...told, fault: "server_request" };
    }
    return { ...told, ...this.#decided(frame, message) };
  }

  #response(frame: Frame, message: Response): Told {
    const { id } = message;
    const told = { ...frame, kind: "response", id, holds: message } as const;
    const key = keyOf(frame.direction === "sent" ? "received" : "sent", id);
    const asked = this.#pending.get(key);
    if (asked === undefined) {
      return { ...told, fault: this.#answered.has(key) ? "second_answer" : "foreign_id" };
    }
    this.#pending.delete(key);
    this.#answered.add(key);
    const { method, at, wasCancelled } = asked;
    const isReceived = frame.direction === "received";
    const era = isReceived ? this.#era.ofAnswer(method, message) : undefined;
    return {
      ...told,
      method,
      latencyMs: Math.round((frame.at - at) * 10) / 10,
      ...(wasCancelled ? { isLate: true } : {}),
      ...(era === undefined ? {} : { era }),
    };
  }

  #cancelled({ direction }: Frame, id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    const key = keyOf(direction, id);
    const asked = this.#pending.get(key);
    if (asked !== undefined) this.#pending.set(key, { ...asked, wasCancelled: true });
  }

  #decided({ direction }: Frame, message: Request | Notification): { readonly era?: EraMark } {
    const era = direction === "sent" ? this.#era.ofSent(message) : undefined;
    return era === undefined ? {} : { era };
  }
}

function invalid(frame: Frame, holds: unknown): Told {
  return { ...frame, kind: "invalid", fault: "invalid_message", holds };
}

function keyOf(asker: "sent" | "received", id: RequestId): string {
  return `${asker} ${JSON.stringify(id)}`;
}

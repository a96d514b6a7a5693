import { excerpt, type Incoming, type RequestId } from "@x/wire";
import type { Fault } from "./fault.js";

/** What a fault is made of: a frame that is none, or a message that is out of place. */
export type FaultSource =
  | Extract<Incoming, { readonly type: "invalid" | "too_large" | "request" }>
  | {
      readonly type: "unknown_id";
      readonly id: RequestId;
      readonly text: string;
      /** The request whose reply stream it came on. */
      readonly stream?: RequestId | undefined;
    }
  | { readonly type: "absent_result_type"; readonly id: RequestId; readonly text: string }
  | { readonly type: "invalid_notification"; readonly detail: string; readonly text: string };

/** The typed fault for what a peer did, with a sentence that can be shown as it is. */
export function faultOf(source: FaultSource): Fault {
  const text = excerpt(source.text);
  switch (source.type) {
    case "invalid":
      return {
        code: source.code,
        message: `The peer sent a frame that is not a message (${source.detail}).`,
        text,
        ...(source.id === undefined ? {} : { id: source.id }),
      };
    case "too_large":
      return {
        code: "too_large",
        message:
          `The peer sent a frame of ${source.sizeBytes} bytes or more; the limit is ` +
          `${source.limitBytes} bytes. Raise it on its transport (maxFrameBytes, over HTTP maxMessageBytes) if such frames are expected.`,
        text,
        ...(source.id === undefined ? {} : { id: source.id }),
      };
    case "request":
      return {
        code: "server_request",
        message: `The peer sent a request (${excerpt(source.message.method)}), which only a legacy server may do. It is not answered.`,
        text,
        id: source.message.id,
      };
    case "unknown_id":
      return {
        code: "unknown_id",
        message:
          source.stream === undefined
            ? `The peer answered id ${idText(source.id)}, which no pending request has.`
            : `The peer answered id ${idText(source.id)} on the stream of request ${idText(source.stream)}.`,
        text,
        id: source.id,
      };
    case "absent_result_type":
      return {
        code: "absent_result_type",
        message: `The modern peer answered id ${idText(source.id)} without resultType. It is taken as complete.`,
        text,
        id: source.id,
      };
    case "invalid_notification":
      return {
        code: "invalid_notification",
        message: `The peer sent a notification that has no place: ${source.detail}.`,
        text,
      };
  }
}

function idText(id: RequestId): string {
  return typeof id === "number" ? `${id}` : JSON.stringify(excerpt(id));
}

import type { Notification, Request, RequestId, Response } from "./message.js";

/** Why a frame is not a message. A closed list. */
export type InvalidCode =
  | "not_utf8"
  | "not_json"
  | "byte_order_mark"
  | "not_an_object"
  | "wrong_jsonrpc"
  | "invalid_id"
  | "null_id"
  | "invalid_method"
  | "invalid_params"
  | "invalid_result"
  | "invalid_error"
  | "result_and_error"
  | "no_content";

/**
 * What one frame turned out to be.
 *
 * `text` is the frame as received without its line end; for `invalid` and `too_large` at most its
 * first 200 characters. `id` is there where the frame, though unusable, plainly names the request
 * it answers, so that the pending exchange can fail at once instead of at its deadline.
 */
export type Incoming =
  | { readonly type: "request"; readonly message: Request; readonly text: string }
  | { readonly type: "notification"; readonly message: Notification; readonly text: string }
  | { readonly type: "response"; readonly message: Response; readonly text: string }
  | {
      readonly type: "invalid";
      readonly code: InvalidCode;
      readonly detail: string;
      readonly text: string;
      readonly id?: RequestId;
    }
  | {
      readonly type: "too_large";
      readonly limitBytes: number;
      /** Bytes of the frame seen so far, or its whole size where its end was seen. */
      readonly sizeBytes: number;
      readonly text: string;
      readonly id?: RequestId;
    };

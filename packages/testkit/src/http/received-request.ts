import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonObject, type JsonObject } from "@x/wire";

/** One HTTP request as a server received it, whole. */
export interface ReceivedRequest {
  readonly method: string;
  /** As in the request line, with its query. */
  readonly path: string;
  /** Names in lower case; several of one name are joined by `, `. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  /** The JSON object in the body; `undefined` where there is none. */
  readonly message: JsonObject | undefined;
  /** What became of the reply: still open, ended by the server, or cut off by either side before its end. */
  readonly reply: "open" | "ended" | "cut";
}

/** What is done with a request, once it is here as a whole. The reply may go on for as long as it likes. */
export type HttpBehaviour = (request: ReceivedRequest, response: ServerResponse) => void;

/** Reads a request to its end; `undefined` where the client gave it up before. */
export async function receivedRequest(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ReceivedRequest | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return undefined;
  }
  const body = Buffer.concat(chunks).toString();
  const received: { -readonly [Key in keyof ReceivedRequest]: ReceivedRequest[Key] } = {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: joined(request.headersDistinct),
    body,
    message: objectIn(body),
    reply: "open",
  };
  response.on("close", () => {
    received.reply = response.writableFinished ? "ended" : "cut";
  });
  return received;
}

function joined(headers: IncomingMessage["headersDistinct"]): { [name: string]: string } {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values = []]) => [name, values.join(", ")]),
  );
}

/** The JSON object that a text is, if it is one. */
export function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

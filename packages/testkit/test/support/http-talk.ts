import { once } from "node:events";
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";
import {
  type HttpBehaviour,
  type HttpServer,
  httpServer,
  parseTranscript,
  type ScriptedHttpOptions,
  type ScriptedHttpServer,
  scriptedHttpServer,
  type Transcript,
} from "../../src/index.js";

/** A scripted endpoint that ends with the test. */
export async function endpoint(
  script: string | Transcript,
  options?: ScriptedHttpOptions,
): Promise<ScriptedHttpServer> {
  const source =
    typeof script === "string" && script.includes("\n") ? parseTranscript(script) : script;
  const server = await scriptedHttpServer(source, options);
  onTestFinished(() => server.close());
  return server;
}

/** A server without a script that ends with the test. */
export async function faulty(behaviour: HttpBehaviour): Promise<HttpServer> {
  const server = await httpServer(behaviour);
  onTestFinished(() => server.close());
  return server;
}

export const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call" } as const;
export const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list" } as const;
export const INITIALIZE = { jsonrpc: "2.0", id: 1, method: "initialize" } as const;

/** Posts a message; redirects are not followed. */
export function post(
  { url }: { readonly url: string },
  message: object,
  init: RequestInit = {},
): Promise<Response> {
  const body = JSON.stringify(message);
  return fetch(url, { method: "POST", redirect: "manual", body, ...init });
}

/** Posts a message without `fetch`, which keeps some replies to itself; gives a reply that is whole. */
export async function postPlainly(
  { url }: { readonly url: string },
  message: object,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }> {
  const request = httpRequest(url, { method: "POST" }).end(JSON.stringify(message));
  const [reply]: IncomingMessage[] = await once(request, "response");
  let text = "";
  for await (const piece of reply?.setEncoding("utf8") ?? []) text += piece;
  return { status: reply?.statusCode, headers: reply?.headers ?? {}, text };
}

/** The events of a stream as they come, each as its lines. */
export async function* eventsOf({ body }: Response): AsyncGenerator<string> {
  let text = "";
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (text + piece).split("\n\n");
    text = events.pop() ?? "";
    yield* events;
  }
}

/** What is in the `data` of the events that have any, to the end of the stream. */
export async function messagesOf(response: Response): Promise<readonly unknown[]> {
  const messages: unknown[] = [];
  for await (const event of eventsOf(response)) messages.push(dataOf(event));
  return messages;
}

/** The messages in a reply, whether they came as one body or as events. */
export async function answersOf(reply: Response): Promise<readonly unknown[]> {
  const isStream = reply.headers.get("content-type") === "text/event-stream";
  return isStream ? messagesOf(reply) : [await reply.json()];
}

/** What is in the `data` of an event: JSON where it is some. */
export function dataOf(event: string): unknown {
  const data = /^data: (.*)$/m.exec(event)?.[1] ?? "";
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

/** A JSON-RPC result, as it stands in transcripts. */
export function done(id: number): string {
  return `< {"jsonrpc":"2.0","id":${id},"result":{"of":${id}}}`;
}

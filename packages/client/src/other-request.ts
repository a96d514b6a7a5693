import { type PeerRequest, requestPeer } from "@x/router";
import type { JsonObject } from "@x/wire";
import { requestResult } from "./call-error.js";
import { ClientError } from "./client-error.js";
import type { ReadOptions } from "./deadline.js";
import { observed } from "./observed.js";
import type { Parts } from "./parts.js";

/** What has a way of its own through this client, which must not be passed by. */
const TAKEN: { readonly [method: string]: string } = {
  initialize: "connect()",
  "server/discover": "connect() or ping()",
  "subscriptions/listen": "listen()",
  "resources/subscribe": "listen()",
  "resources/unsubscribe": "listen()",
  "tools/call": "callTool()",
  "logging/setLevel": "setLogLevel()",
  ping: "ping()",
};

/** What a server has to have declared for the methods that the specification names. */
const CAPABILITY: readonly (readonly [prefix: string, capability: string])[] = [
  ["tools/", "tools"],
  ["prompts/", "prompts"],
  ["resources/", "resources"],
  ["completion/", "completions"],
];

/**
 * Asks a peer for what this client has no method for, such as one of an extension. It is sent once.
 *
 * @throws ClientError `unknown_server`, `invalid_method`, `not_declared`, and where there is no result.
 */
export async function otherRequest(
  { peers, routes, observer, extensions = {} }: Parts,
  { server, method, params }: OtherRequest,
  { extension, ...options }: RequestOptions,
): Promise<JsonObject> {
  const { name: peer } = peers.get(server);
  if (extension !== undefined && !Object.hasOwn(extensions, extension)) {
    const message = `This client does not declare the extension ${JSON.stringify(extension)}, so ${method} was not sent to ${peer}. Give it in the option extensions.`;
    throw new ClientError(message, { code: "not_declared" });
  }
  const way = Object.hasOwn(TAKEN, method) ? TAKEN[method] : undefined;
  if (way !== undefined || method === "" || method.startsWith("notifications/")) {
    const use = way === undefined ? "Give the method of a request" : `Use ${way}`;
    throw new ClientError(
      `${JSON.stringify(method)} cannot be sent to ${peer} like this. ${use}.`,
      {
        code: "invalid_method",
      },
    );
  }
  const needs = CAPABILITY.find(([prefix]) => method.startsWith(prefix))?.[1];
  const request: PeerRequest<JsonObject> = {
    peer,
    method,
    ...(params === undefined ? {} : { params }),
    ...(needs === undefined ? {} : { needs }),
    ...(extension === undefined ? {} : { extension }),
    isRead: false,
    check: (result) => result,
  };
  return observed(observer, { method, server: peer }, async () =>
    requestResult(await requestPeer(routes, request, options)),
  );
}

/** How a request by its method is made. */
export interface RequestOptions extends ReadOptions {
  /** The extension that it belongs to: without both sides having declared it, nothing is sent. */
  readonly extension?: string;
}

/** A request by its method. */
export interface OtherRequest {
  readonly server: string;
  readonly method: string;
  readonly params?: JsonObject;
}

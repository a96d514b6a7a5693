import { isJsonObject, type JsonObject } from "@x/wire";
import type { CallOptions } from "./call-options.js";
import { resourceFlaws } from "./content-flaws.js";
import { type RequestOutcome, requestPeer } from "./request-peer.js";
import type { Routes } from "./routes.js";

/** What a resource, or a part of it, holds: `text`, or `blob` in Base64. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
  readonly [key: string]: unknown;
}

/** The result of `resources/read`, and what else the server put in. */
export interface ResourceResult {
  readonly contents: readonly ResourceContents[];
  readonly [key: string]: unknown;
}

/** How the read of a resource ended. */
export type ResourceOutcome = RequestOutcome<ResourceResult>;

/**
 * Reads a resource of a peer. URIs are strings that mean something to one peer only: two peers may give
 * one URI to different things, so nothing but the peer's name tells whose it is.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/resources#reading-resources}
 *
 * @throws as {@link requestPeer} does.
 */
export function readResource(
  routes: Routes,
  peer: string,
  uri: string,
  options?: CallOptions,
): Promise<ResourceOutcome> {
  const request = {
    peer,
    method: "resources/read",
    params: { uri },
    needs: "resources",
    isRead: true,
  };
  return requestPeer(
    routes,
    {
      ...request,
      mayAsk: { type: "resource", uri },
      check: resourceResult,
      flaws: ({ contents }) => resourceFlaws(contents),
    },
    options,
  );
}

/** Whether a value is the result of a read: such as one that was kept somewhere. */
export function isResourceResult(value: unknown): value is JsonObject & ResourceResult {
  if (!isJsonObject(value)) return false;
  const { contents } = value;
  return Array.isArray(contents) && contents.every(isResourceContents);
}

function resourceResult(result: JsonObject): ResourceResult | string {
  return isResourceResult(result)
    ? result
    : "its contents are not an array of objects with a uri and either text or a blob";
}

function isResourceContents(value: unknown): value is ResourceContents {
  if (!isJsonObject(value) || typeof value["uri"] !== "string") return false;
  const { text, blob, mimeType } = value;
  const isOne =
    typeof text === "string" ? isAbsent(blob) : typeof blob === "string" && isAbsent(text);
  return isOne && (isAbsent(mimeType) || typeof mimeType === "string");
}

/** `null` in the place of a member that may be absent is common. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

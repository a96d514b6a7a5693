import { isJsonObject, PROTOCOL_VERSION_KEY, SERVER_INFO_KEY } from "@x/wire";
import type { Frame, FrameMessage } from "./wire-log.js";

/** What decides about an era in a frame, as one short line; a frame of another kind as it is. */
export function frameLine({ text, message }: Frame): string {
  if (message === undefined) return text;
  const essentials = essentialsOf(message);
  return essentials === undefined ? text : [idOf(message), essentials].join("  ");
}

function idOf({ id }: FrameMessage): string {
  return id === undefined ? "       " : `id ${JSON.stringify(id)}`.padEnd(7);
}

function essentialsOf({ method, params, result, error }: FrameMessage): string | undefined {
  if (method === "server/discover") {
    return `${method}, revision ${JSON.stringify(params?._meta?.[PROTOCOL_VERSION_KEY])} in its _meta`;
  }
  if (method === "initialize") {
    return `${method}, protocolVersion ${JSON.stringify(params?.["protocolVersion"])}`;
  }
  if (method !== undefined) return method;
  if (error !== undefined) return `error ${error.code} ${JSON.stringify(error.message)}`;
  if (result?.["supportedVersions"] !== undefined) {
    const versions = JSON.stringify(result["supportedVersions"]);
    const meta = isJsonObject(result["_meta"]) ? result["_meta"] : {};
    return `result, supportedVersions ${versions}, from ${nameOf(meta[SERVER_INFO_KEY])}`;
  }
  if (result?.["protocolVersion"] !== undefined) {
    const version = JSON.stringify(result["protocolVersion"]);
    return `result, protocolVersion ${version}, from ${nameOf(result["serverInfo"])}`;
  }
  return undefined;
}

/** A name that a server gives itself: a claim, good enough to print. */
function nameOf(serverInfo: unknown): string {
  return isJsonObject(serverInfo)
    ? `${serverInfo["name"]} ${serverInfo["version"]}`
    : "one without a name";
}

import { isJsonObject, isUri, type JsonObject } from "@x/wire";
import { type Flaw, malformed, quoted } from "./flaw.js";
import { jsonCopy, NOT_JSON } from "./json-copy.js";

/** A directory or file that a server may know of. */
export interface Root {
  /** Begins with `file://`. */
  readonly uri: string;
  /** For people. */
  readonly name?: string;
  readonly _meta?: JsonObject;
}

/** What is wrong with a request for roots, which has nothing to say but `_meta`. */
export function rootsFlaw(params: JsonObject): Flaw | undefined {
  const { _meta } = params;
  return _meta === undefined || isJsonObject(_meta)
    ? undefined
    : malformed("its _meta is not an object");
}

/**
 * The answer to `roots/list`; what is wrong with the handler's where it is none.
 *
 * A URI has to be a `file://` one that is well-formed and has no segment `..`, escaped or not.
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/roots#root}
 */
export function rootsResult(roots: unknown): JsonObject | string {
  if (!Array.isArray(roots)) return "it is not an array of roots";
  const checked: Root[] = [];
  for (const root of roots) {
    const copy = copied(isJsonObject(root) ? root : {});
    if (copy === undefined) return NOT_JSON;
    const { uri, name, _meta } = copy;
    if (typeof uri !== "string") return "a root has no uri that is a string";
    if (!isFileUri(uri)) return `${quoted(uri)} is not a file:// URI, or leads upwards`;
    if (name !== undefined && typeof name !== "string")
      return "a root has a name that is no string";
    if (_meta !== undefined && !isJsonObject(_meta)) return "a root has a _meta that is no object";
    checked.push({
      uri,
      ...(name === undefined ? {} : { name }),
      ...(_meta === undefined ? {} : { _meta }),
    });
  }
  return { roots: checked };
}

/** The members that go to the server, as they will go there. */
function copied({ uri, name, _meta }: JsonObject): JsonObject | undefined {
  return jsonCopy({ uri, name, _meta });
}

function isFileUri(uri: string): boolean {
  return uri.startsWith("file://") && isUri(uri) && !uri.split(/[/?#]|%2f|%5c/i).some(isUpwards);
}

function isUpwards(segment: string): boolean {
  return segment.replaceAll(/%2e/gi, ".") === "..";
}

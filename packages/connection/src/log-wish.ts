import { isJsonObject, LOG_LEVEL_KEY, type Request } from "@x/wire";

/** Whether a request asks for log messages. */
export function asksForLogs({ params }: Request): boolean {
  const meta = params?.["_meta"];
  return isJsonObject(meta) && meta[LOG_LEVEL_KEY] !== undefined;
}

import { ClientError } from "@x/client";
import { isJsonObject } from "@x/wire";
import { jsonDocument } from "./json-document.js";

/**
 * What `--json` prints where a server asks for input instead of answering: the error without the operator's
 * secrets, and what it asks for as it sent it. Nothing for every other error.
 */
export function inputRequiredDocument(
  error: unknown,
  hide: (text: string) => string,
): string | undefined {
  if (!(error instanceof ClientError) || error.code !== "input_required") return undefined;
  const { code, message, cause } = error;
  const result = isJsonObject(cause) ? cause["result"] : undefined;
  const asked = isJsonObject(result) ? result["inputRequests"] : undefined;
  return jsonDocument({ error: { code, message: hide(message) }, inputRequired: asked ?? null });
}

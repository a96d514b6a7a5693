import { isJsonObject, type JsonObject } from "@x/wire";

/**
 * A message that was sent, without what somebody answered to forms: in the `inputResponses` of a modern
 * request, and in the response to a legacy server's own. The names of fields stay.
 */
export function withoutFormAnswers(message: JsonObject): JsonObject {
  const { params, result } = message;
  if (isJsonObject(result)) return { ...message, result: withoutContent(result) };
  if (!isJsonObject(params) || !isJsonObject(params["inputResponses"])) return message;
  const responses = Object.entries(params["inputResponses"]).map(([key, response]) => [
    key,
    isJsonObject(response) ? withoutContent(response) : response,
  ]);
  return { ...message, params: { ...params, inputResponses: Object.fromEntries(responses) } };
}

function withoutContent(response: JsonObject): JsonObject {
  const { action, content } = response;
  if (action === undefined || !isJsonObject(content)) return response;
  const names = Object.keys(content).map((name) => [name, "[redacted]"]);
  return { ...response, content: Object.fromEntries(names) };
}

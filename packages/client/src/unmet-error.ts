import type { ExchangeOutcome } from "@x/connection";
import type { Unmet } from "@x/router";
import { excerpt, isJsonObject, type JsonObject } from "@x/wire";
import { ClientError, type ClientErrorCode } from "./client-error.js";

/** The error for a request without a result; `where` is what was asked, of whom. */
export function unmetError(where: string, unmet: Unmet): ClientError {
  switch (unmet.type) {
    case "unavailable":
      return new ClientError(`${where} was not reached: ${unmet.message}`, {
        code: "peer_unavailable",
        cause: unmet,
      });
    case "rpc_error": {
      const { error, urls, missing } = unmet;
      if (urls !== undefined) {
        const pages = urls.slice(0, 5).map(({ url }) => JSON.stringify(url));
        return new ClientError(
          `${where} asks that the user visits ${pages.join(", ")} first; then ask again.`,
          { code: "url_required", fault: "remote", rpcCode: error.code, cause: unmet },
        );
      }
      if (missing !== undefined) {
        return new ClientError(
          `${where} was refused: ${error.code} ${JSON.stringify(error.message)}. It needs ${someOf(missing)} of this client, for which there is no handler.`,
          { code: "rpc_error", fault: "remote", rpcCode: error.code, cause: unmet },
        );
      }
      return new ClientError(
        `${where} was refused: ${error.code} ${JSON.stringify(error.message)}.`,
        { code: "rpc_error", fault: "remote", rpcCode: error.code, cause: unmet },
      );
    }
    case "invalid_result":
      return new ClientError(
        `${where} returned a result that is not valid: ${unmet.message}. Its server has to be mended.`,
        { code: "invalid_result", fault: "remote", cause: unmet },
      );
    case "input_required":
      return new ClientError(
        `${where} asks for ${askedIn(unmet.result)}, which nobody here gives. Give the client handlers for it, or answer it by hand.`,
        { code: "input_required", fault: "remote", cause: unmet },
      );
    case "input_failed": {
      const { message, fault } = unmet.problem;
      const sentence = `${where} asked for input that could not be given: ${message}`;
      return new ClientError(sentence, { code: "input_failed", fault, cause: unmet });
    }
    case "input_timed_out":
      return new ClientError(
        `${where} asked for input that did not come within ${unmet.inputMs} ms; the call was given up.`,
        { code: "input_timed_out", cause: unmet },
      );
    case "too_many_rounds":
      return new ClientError(
        `${where} asked for input more than ${unmet.maxRounds} times. Raise maxRounds if it really needs more.`,
        { code: "too_many_rounds", fault: "remote", cause: unmet },
      );
    case "no_response": {
      const { code, fault, sentence } = noResponse(unmet.outcome);
      return new ClientError(`${where} was not answered: ${sentence}`, {
        code,
        fault,
        cause: unmet,
      });
    }
  }
}

interface Failure {
  readonly code: ClientErrorCode;
  readonly fault: "local" | "remote";
  readonly sentence: string;
}

function noResponse(outcome: Exclude<ExchangeOutcome, { type: "response" }>): Failure {
  switch (outcome.type) {
    case "closed":
      return {
        code: "connection_closed",
        fault: outcome.reason.type === "local" ? "local" : "remote",
        sentence: outcome.reason.message,
      };
    case "timed_out": {
      const cause = outcome.fault === undefined ? "" : ` Meanwhile: ${outcome.fault.message}`;
      return {
        code: "timed_out",
        fault: "local",
        sentence: `the ${outcome.limit} limit ran out after ${outcome.afterMs} ms; the call was cancelled.${cause}`,
      };
    }
    case "aborted":
      return { code: "aborted", fault: "local", sentence: "the caller aborted it." };
    case "malformed":
      return {
        code: "malformed_response",
        fault: "remote",
        sentence: `${outcome.fault.message} It began: ${JSON.stringify(outcome.fault.text ?? "")}`,
      };
    case "too_large":
      return {
        code: "too_large",
        fault: "remote",
        sentence:
          `its answer of at least ${outcome.sizeBytes} bytes is over the limit of ` +
          `${outcome.limitBytes} bytes. Raise that of its transport if such answers are expected.`,
      };
    case "stream_ended":
      return { code: "connection_closed", fault: "remote", sentence: outcome.message };
    case "cancelled_by_server":
      return {
        code: "connection_closed",
        fault: "remote",
        sentence: `the server cancelled it (${outcome.reason ?? "no reason given"}).`,
      };
    case "unreachable":
      return { code: "connection_closed", fault: "remote", sentence: outcome.message };
    case "http_status":
      return httpStatus(outcome);
  }
}

function httpStatus({
  status,
  challenges = [],
}: Extract<ExchangeOutcome, { type: "http_status" }>): Failure {
  if (status !== 401 && status !== 403 && status !== 407) {
    const sentence = `the endpoint answered HTTP ${status} and no message.`;
    return { code: "http_status", fault: "remote", sentence };
  }
  const schemes = [...new Set(challenges.map(({ scheme }) => scheme))].slice(0, 5);
  const wanted = schemes.length === 0 ? "" : `, ${schemes.join(", ")}`;
  return {
    code: "unauthorized",
    fault: "remote",
    sentence: `the endpoint asks for authorization (HTTP ${status}${wanted}). Give it valid credentials.`,
  };
}

/** What an `input_required` result asks for, by the methods of its requests. */
function askedIn({ inputRequests }: JsonObject): string {
  const requests = isJsonObject(inputRequests) ? Object.values(inputRequests) : [];
  const methods = requests.flatMap((request) =>
    isJsonObject(request) && typeof request["method"] === "string" ? [request["method"]] : [],
  );
  return methods.length === 0 ? "input" : `input (${someOf([...new Set(methods)])})`;
}

/** The first few of a server's words. */
function someOf(words: readonly string[]): string {
  return words
    .slice(0, 5)
    .map((word) => excerpt(word))
    .join(", ");
}

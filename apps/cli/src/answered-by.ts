import { ClientError } from "@x/client";
import { CliError } from "./cli-error.js";
import type { Invocation } from "./invocation.js";
import { refusalReport, refusalText } from "./refusal-report.js";
import { asksForAuthorization } from "./refusals.js";

/**
 * What a server answers. Where it asks for authorization instead, the error says for what.
 *
 * @throws CliError `authorization_required`; otherwise what the answer rejects with.
 */
export async function answeredBy<T>(
  server: string,
  answer: Promise<T>,
  invocation: Invocation,
): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    const { refusals } = invocation;
    if (!(cause instanceof ClientError) || !asksForAuthorization(refusals.of(server)?.status)) {
      throw cause;
    }
    throw new CliError(`${cause.message}${refusalText(refusalReport(server, invocation))}`, {
      code: "authorization_required",
      cause,
    });
  }
}

import { ClientError, type ReadOptions } from "@x/client";
import { CliError } from "./cli-error.js";
import type { Invocation } from "./invocation.js";
import { refusalReport, refusalText } from "./refusal-report.js";
import { asksForAuthorization } from "./refusals.js";
import { limitsOf } from "./time-limit.js";

/**
 * What a server answers, within the limits that `ask` is given. What it asks for itself meanwhile is
 * answered, too. Where it asks for authorization instead, the error says for what.
 *
 * @throws CliError `authorization_required`, `input_required`; otherwise what `ask` rejects with.
 */
export async function answeredBy<T>(
  server: string,
  ask: (limits: Pick<ReadOptions, "signal" | "totalMs">) => Promise<T>,
  invocation: Invocation,
): Promise<T> {
  const limits = limitsOf(invocation);
  const { input, refusals, subject } = invocation;
  if (server !== "") subject.server = server;
  try {
    if (input === undefined) return await ask(limits);
    return await input.during(server, (signal) => ask({ ...limits, signal }));
  } catch (cause) {
    if (!(cause instanceof ClientError) || !asksForAuthorization(refusals.of(server)?.status)) {
      throw cause;
    }
    const refusal = refusalReport(server, invocation);
    throw new CliError(`${cause.message}${refusalText(refusal)}`, {
      code: "authorization_required",
      cause,
      about: { server, phase: "request", hint: refusal?.hint },
    });
  }
}

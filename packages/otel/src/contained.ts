import { diag } from "@opentelemetry/api";

/**
 * Does something with an SDK, and gives what comes of that; nothing where it throws. That is the SDK's to
 * mend, and told to the API's diagnostics: whoever is looked at must not suffer from it.
 */
export function contained<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    tell(error);
    return undefined;
  }
}

function tell(error: unknown): void {
  try {
    diag.error("@x/otel: what is registered for telemetry threw", error);
  } catch {
    // The diagnostics are somebody's too.
  }
}

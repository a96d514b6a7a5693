import { workerValidator } from "@x/validate";
import type { JsonObject } from "@x/wire";
import type { Checked } from "./flaw.js";

/** What a whole check came to, and why it is not whole where it is not. */
export interface FullyChecked extends Checked {
  readonly problem: string | undefined;
}

/**
 * Checks arguments by all that their schema says, in a worker that is gone when this settles; that is at
 * once where the signal goes off.
 */
export async function fullCheck(
  inputSchema: JsonObject,
  args: JsonObject,
  signal: AbortSignal,
): Promise<FullyChecked> {
  const validator = workerValidator({ workers: 1 });
  const close = (): void => void validator.close();
  signal.addEventListener("abort", close);
  try {
    const verdict = await validator.check(inputSchema, args);
    switch (verdict.verdict) {
      case "valid":
        return { flaws: [], isWhole: true, problem: undefined };
      case "invalid": {
        const flaws = verdict.errors.map(({ path, message }) => {
          return { type: "said", path: stepsOf(path), message } as const;
        });
        return { flaws, isWhole: true, problem: undefined };
      }
      default:
        return { flaws: [], isWhole: false, problem: verdict.message };
    }
  } finally {
    signal.removeEventListener("abort", close);
    await validator.close();
  }
}

/** The steps of a JSON Pointer. */
function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

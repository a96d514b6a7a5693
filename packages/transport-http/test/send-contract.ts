import { describe, onTestFinished, test } from "vitest";
import type { Send } from "../src/index.js";
import { cancelCases } from "./send-cancel-cases.js";
import { connectionCases } from "./send-connection-cases.js";
import { encodingCases } from "./send-encoding-cases.js";
import { failureCases } from "./send-failure-cases.js";
import { replyCases } from "./send-reply-cases.js";
import { requestCases } from "./send-request-cases.js";

/** One of the ways to send, as a test opens it. */
export interface BackEnd {
  readonly name: string;
  open(): Send;
  /** One that trusts this authority. */
  trusting(ca: string): Send;
  /** The connections are its own: it adds no headers of a platform, and `close` ends them. */
  readonly owns: boolean;
}

/** One promise of {@link Send}. */
export interface SendCase {
  readonly name: string;
  /** Holds only where the connections are the back end's own. */
  readonly owned?: true;
  run(send: Send, backEnd: BackEnd): Promise<void>;
}

/** Everything that {@link Send} promises, as tests of one back end. */
export function sendContract(backEnd: BackEnd): void {
  const cases = [
    ...requestCases,
    ...replyCases,
    ...encodingCases,
    ...cancelCases,
    ...connectionCases,
    ...failureCases,
  ];
  // Some of them move many bytes, which takes long where much else runs.
  describe(`${backEnd.name} as a Send`, { timeout: 30_000 }, () => {
    for (const { name, owned, run } of cases) {
      if (owned === true && !backEnd.owns) continue;
      test(name, async () => {
        const send = backEnd.open();
        onTestFinished(() => send.close?.());
        await run(send, backEnd);
      });
    }
  });
}

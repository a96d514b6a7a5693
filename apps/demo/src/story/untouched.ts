import { methodsSent } from "../wire-log.js";
import type { Section } from "./section.js";

const REFUSED = "legacy-tickets";

/** Nobody allowed this server to be a legacy one: it must never have seen `initialize`. */
export function tellUntouched({ host, printer, expectations }: Section): void {
  printer.heading("4. The server that was not allowed is left alone");
  printer.line("");
  const own = host.stderrOf(REFUSED);
  for (const line of own) printer.line(`  ${REFUSED} says: ${JSON.stringify(line)}`);
  expectations.equal(
    `all that was sent to ${REFUSED} is server/discover, and no initialize`,
    methodsSent(host.wire.of(REFUSED)),
    ["server/discover"],
  );
  expectations.equal("which is all that it received, by its own account", own, [
    "received server/discover",
  ]);
  expectations.equal(
    "none of its tools is in the merged names",
    host.client.tools.filter(({ peer }) => peer === REFUSED),
    [],
  );
}

import { DEMO_SERVERS } from "../demo-servers.js";
import type { Section } from "./section.js";

/** After everything is closed: what is left of it, and whether all was as claimed. */
export function tellSummary({ host, printer, expectations }: Section): void {
  printer.heading("Summary");
  printer.line("");
  const { pids } = host;
  expectations.equal(
    `${DEMO_SERVERS.length} processes were started, and none is left`,
    { started: pids.size, left: [...pids.values()].filter(lives) },
    { started: DEMO_SERVERS.length, left: [] },
  );
  const { held, broken } = expectations;
  const all = held + broken.length;
  if (broken.length === 0) {
    const of = (state: string): number =>
      DEMO_SERVERS.filter(({ expected }) => expected.era === state).length;
    printer.line(
      `  ${DEMO_SERVERS.length} servers: ${of("modern")} modern, ${of("legacy")} legacy, ${of("unknown")} unavailable. All ${all} expectations hold.`,
    );
    return;
  }
  printer.line(`  ${broken.length} of ${all} expectations do not hold:`);
  for (const sentence of broken) printer.line(`  - ${sentence}`);
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

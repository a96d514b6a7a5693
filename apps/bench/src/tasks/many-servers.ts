import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { cheapServer } from "../cheap-server.js";
import type { StdioContender } from "../contender.js";
import { echo } from "../echo.js";
import type { Measures, StdioOrder } from "../order.js";

/** Many servers at once: until all are connected and listed, and how many processes that took. */
export async function manyServers(
  contender: StdioContender,
  { servers, toolsEach }: Extract<StdioOrder, { task: "many_servers" }>,
): Promise<Measures> {
  const scratch = mkdtempSync(join(tmpdir(), "x-mcp-bench-"));
  const startsFile = join(scratch, "starts");
  try {
    const commands = Array.from({ length: servers }, (_, index) =>
      cheapServer({ name: `s${index}`, prefix: `s${index}_`, tools: toolsEach, startsFile }),
    );
    const before = process.cpuUsage();
    const startedAt = performance.now();
    const host = await contender.connect(commands);
    const connectedMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(before);
    const startsPerServer = statSync(startsFile).size / servers;
    await echo(host, "s0_echo");
    await host.close();
    if (host.tools !== servers * toolsEach) throw new Error(`${host.tools} tools were listed.`);
    return { connectedMs, cpuMs: (user + system) / 1000, startsPerServer };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

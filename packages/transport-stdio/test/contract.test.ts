import { type ContractPeer, fakeServer, groupMembers, transportContract } from "@x/testkit";
import { describe, test } from "vitest";
import { type StdioOptions, stdioTransport } from "../src/index.js";

const maxFrameBytes = 10_000;

/** A transport, and the members of all process groups that it started. */
function peer(command: Pick<StdioOptions, "command" | "args">): ContractPeer {
  const groups: number[] = [];
  const transport = stdioTransport({
    ...command,
    maxFrameBytes,
    onSpawn: (pid) => groups.push(pid),
  });
  return { transport, left: () => groups.flatMap(groupMembers).map(String) };
}

const cases = transportContract({
  open: (script) => peer(fakeServer(script)),
  unopenable: () => peer({ command: "/no/such" }),
  maxFrameBytes,
});

// Each case starts a process, and those start slowly where much else runs.
describe.concurrent("the contract of a transport", { timeout: 20_000 }, () => {
  for (const { name, run } of cases) test(name, run);
});

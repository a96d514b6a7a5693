import { memoryTransport, type Transport } from "@x/connection";
import { describe, expect, test } from "vitest";
import { type ContractSubject, scriptedTransport, transportContract } from "../src/index.js";
import { faultySubject, type Wrong } from "./support/faulty-subject.js";

const REFUSED = {
  type: "open_failure",
  phase: "connect",
  code: "ECONNREFUSED",
  message: "Nobody is there.",
} as const;

const memory: ContractSubject = {
  open: (script) => {
    const transport = scriptedTransport(script);
    return { transport, left: () => transport.deviations };
  },
  unopenable: () => ({ transport: memoryTransport(() => REFUSED) }),
};

describe("the in-memory transport", () => {
  for (const { name, run } of transportContract(memory)) test(name, run);
});

/** The in-memory transport with something wrong in its connections. */
function faulty(wrong: Wrong): ContractSubject {
  return faultySubject({ ...memory, patienceMs: 50 }, wrong);
}

const FAULTY: readonly (readonly [string, ContractSubject, readonly string[]])[] = [
  [
    "gives one id twice",
    faulty(() => ({ ids: { next: () => 1 } })),
    ["No id is given twice", "Responses settle the requests with their ids"],
  ],
  [
    "cancels what is to be abandoned in silence",
    faulty((right) => ({
      exchange: (request, options) => right.exchange(request, { ...options, onAbandon: "cancel" }),
    })),
    ["Where an exchange is abandoned in silence, the peer hears nothing of it"],
  ],
  [
    "never tells the peer what is abandoned",
    faulty((right) => ({
      exchange: (request, options) => right.exchange(request, { ...options, onAbandon: "silent" }),
    })),
    [
      "A silent peer times out at the total limit and not before, and is told",
      "The caller's abort is told apart from a deadline, and the peer is told",
      "A legacy peer is told by a notification what was abandoned",
      "What comes for a cancelled exchange is late, and no fault",
    ],
  ],
  [
    "has no total limit",
    faulty((right) => ({
      exchange: (request, options) => right.exchange(request, { ...options, totalMs: null }),
    })),
    ["A silent peer times out at the total limit", "initialize is never cancelled"],
  ],
  [
    "does not listen to the caller's signal",
    faulty((right) => ({
      exchange: (request, { signal: _ignored, ...options }) => right.exchange(request, options),
    })),
    ["The caller's abort", "An exchange that was aborted before it began sends nothing"],
  ],
  [
    "is legacy whatever it is settled as",
    faulty((right) => ({ settle: () => right.settle({ era: "legacy", revision: "x" }) })),
    [
      "Requests of a modern server are faults, and are not answered, though the host would",
      "A modern result without resultType is delivered, and is a fault",
    ],
  ],
  [
    "can be settled any number of times",
    faulty(() => ({ settle: () => {} })),
    ["An era is settled once", "A settled era that the peer contradicts ends the connection"],
  ],
  [
    "keeps faults to itself",
    faulty((right) => ({ on: ({ fault: _unheard, ...rest }) => right.on(rest) })),
    ["Text that is no message", "Requests of a server whose era is never settled"],
  ],
  [
    "never closes",
    faulty(() => ({ close: () => new Promise(() => {}) })),
    ["close() settles all that is pending", "A tap sees the frames of both directions"],
  ],
  [
    "rejects where it cannot be opened",
    {
      ...memory,
      unopenable: () => ({
        transport: {
          ...memoryTransport(() => REFUSED),
          open: () => Promise.reject(new Error("no")),
        },
      }),
    },
    ["An opening that fails is a value"],
  ],
  [
    "tells another authorization context each time",
    {
      ...memory,
      open: (script) => {
        let told = 0;
        const authorization = async (): Promise<string> => String(told++);
        return { transport: { ...scriptedTransport(script), authorization } };
      },
    },
    ["An authorization context is told without an opening, and stays"],
  ],
  [
    "leaves something behind",
    { ...memory, open: (script) => ({ ...memoryPeer(script), left: () => ["a process"] }) },
    ["An opening that was aborted opens nothing", "The end of the peer settles all"],
  ],
];

function memoryPeer(script: Parameters<ContractSubject["open"]>[0]): { transport: Transport } {
  return { transport: scriptedTransport(script) };
}

describe("a transport that", () => {
  test.each(FAULTY)("%s breaks the contract", async (_how, subject, names) => {
    const cases = transportContract(subject);
    for (const name of names) {
      const found = cases.filter((one) => one.name.startsWith(name));
      expect(found).toHaveLength(1);
      await expect(found[0]?.run()).rejects.toMatchObject({
        code: "contract_violated",
        message: expect.stringContaining(name),
      });
    }
  });
});

test("what a peer was given is taken away again, also where the contract is broken", async () => {
  let cleanups = 0;
  const cases = transportContract({
    ...memory,
    unopenable: () => ({
      transport: scriptedTransport("P11"),
      cleanup: () => {
        cleanups += 1;
      },
    }),
  });
  await expect(cases[0]?.run()).rejects.toThrow("it gave a connection");
  expect(cleanups).toBe(1);
});

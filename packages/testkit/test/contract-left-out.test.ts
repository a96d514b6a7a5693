import { memoryTransport } from "@x/connection";
import { expect, test } from "vitest";
import {
  type ContractSubject,
  contractLeftOut,
  scriptedTransport,
  transportContract,
} from "../src/index.js";

const whole: ContractSubject = {
  open: (script) => ({ transport: scriptedTransport(script) }),
  unopenable: () => ({ transport: memoryTransport(() => {}) }),
  maxFrameBytes: 1000,
};
const { unopenable: _none, ...opensAlways } = whole;
const { maxFrameBytes: _unlimited, ...bare } = opensAlways;

function namesOf(list: readonly { readonly name: string }[]): readonly string[] {
  return list.map(({ name }) => name);
}

test.each([
  ["a duplex with all there is", whole],
  ["a duplex without limits that always opens", bare],
  ["streams with all there is", { ...whole, carrier: "streams" }],
  ["streams without limits that always open", { ...bare, carrier: "streams" }],
] as const)(
  "what %s is asked, and what is left out, are all points, and none twice",
  (_which, subject) => {
    const asked = namesOf(transportContract(subject));
    const out = namesOf(contractLeftOut(subject));
    expect(new Set([...asked, ...out]).size).toBe(asked.length + out.length);
    const all = [...namesOf(transportContract(whole)), ...namesOf(contractLeftOut(whole))];
    expect([...asked, ...out].sort()).toEqual(all.sort());
  },
);

test("every point that is left out has a reason in a sentence", () => {
  for (const subject of [whole, bare, { ...bare, carrier: "streams" as const }]) {
    for (const { name, reason } of contractLeftOut(subject)) {
      expect([name, reason]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)]);
    }
  }
});

test("a transport over streams is not held to what only a duplex can do, and to nothing less", () => {
  expect(namesOf(contractLeftOut({ ...whole, carrier: "streams" }))).toEqual([
    "Until the peer's first sign of life the start limit runs, and then the total one from its beginning",
    "The start limit runs out on a peer that never gives a sign of life",
    "What comes for a cancelled exchange is late, and no fault",
    "Notifications go to the exchange they belong to, the rest to the connection",
    "The end of the peer settles all that is pending, with the reason of the connection",
    "What the peer said before its end is heard",
    "A frame over the limit that answers no known call ends the connection",
  ]);
});

test("what is not given is left out with what it would be needed for", () => {
  const out = contractLeftOut(bare);
  const reasons = out.filter(({ name }) =>
    /^(?:An opening that fails|A frame over the limit)/.test(name),
  );
  expect(reasons.map(({ reason }) => reason)).toEqual([
    "Opening reaches for nothing that may not be there.",
    "It has no limit for frames.",
    "It has no limit for frames.",
    "The stream of a duplex belongs to no call.",
  ]);
});

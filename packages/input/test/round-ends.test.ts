import { expect, test } from "vitest";
import {
  type Asker,
  answerInput,
  answerLegacyRequest,
  answerRound,
  type InputHandlers,
} from "../src/index.js";
import { ALL, context, host, later, never, required } from "./fixtures.js";

test("a handler that fails ends the round with its reason, and the others are told", async () => {
  const askers: Asker[] = [];
  const cause = new Error("no display");
  const handlers: InputHandlers = {
    elicitation: {
      form: (_, asker) => {
        askers.push(asker);
        return never();
      },
      url: async () => {
        throw cause;
      },
    },
  };
  const round = await answerRound(
    required({ who: ALL.who, visit: ALL.visit }),
    handlers,
    context(),
  );
  expect(round).toMatchObject({
    type: "ended",
    problem: { code: "handler_failed", key: "visit", fault: "local", cause },
  });
  expect(askers[0]?.signal.aborted).toBe(true);
});

test("a handler that throws at once has failed as well", async () => {
  const cause = new Error("odd");
  const roots = () => {
    throw cause;
  };
  const outcome = await answerInput(ALL.where, { roots }, context());
  expect(outcome).toMatchObject({ problem: { code: "handler_failed", cause } });
});

test("an answer that cannot even be looked at is a failure, and rejects nothing", async () => {
  const roots = async () => [
    Object.defineProperty({ uri: "" }, "uri", {
      get: () => {
        throw new Error("gone");
      },
    }),
  ];
  const outcome = await answerInput(ALL.where, { roots }, context());
  expect(outcome).toMatchObject({ problem: { code: "handler_failed" } });
});

test("one who waits no more ends the round at once, and what is answered then is not looked at", async () => {
  const controller = new AbortController();
  const slow = later<readonly []>();
  let told = 0;
  const roots = ({ signal }: Asker) => {
    signal.addEventListener("abort", () => {
      told += 1;
    });
    return slow.promise;
  };
  const { signal } = controller;
  const round = answerRound(required({ where: ALL.where }), { roots }, context({ signal }));
  controller.abort("enough");
  expect(await round).toMatchObject({ problem: { code: "aborted", cause: "enough" } });
  slow.resolve([]);
  expect(told).toBe(1);
});

test("one who does not wait to begin with gets nobody asked", async () => {
  const { asked, handlers } = host();
  const signal = AbortSignal.abort("before");
  const outcome = await answerRound(required(ALL), handlers, context({ signal }));
  expect(outcome).toMatchObject({ problem: { code: "aborted", cause: "before" } });
  expect(asked).toEqual([]);
});

test("nothing listens to a signal any more once its round is over", async () => {
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    addEventListener: (_: "abort", listener: () => void) => listeners.add(listener),
    removeEventListener: (_: "abort", listener: () => void) => listeners.delete(listener),
  };
  const { handlers } = host();
  const round = answerRound(required(ALL), handlers, context({ signal }));
  expect(listeners.size).toBe(1);
  await round;
  await answerInput(ALL.where, handlers, context({ signal }));
  await answerInput(ALL.where, {}, context({ signal }));
  await answerLegacyRequest(ALL.where, handlers, context({ signal }));
  expect(listeners.size).toBe(0);
});

import {
  CreateMessageRequestParamsSchema,
  CreateMessageResultWithToolsSchema,
  ElicitRequestFormParamsSchema,
  ElicitRequestURLParamsSchema,
  ElicitResultSchema,
  ListRootsResultSchema,
} from "@modelcontextprotocol/core";
import { isJsonObject, type JsonObject } from "@x/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { answerInput, type InputHandlers, type InputOutcome } from "../src/index.js";
import { context, host } from "./fixtures.js";
import {
  FORM_CONTENT,
  FORM_PARAMS,
  ROOTS_RESULT,
  SAMPLING_PARAMS,
  SAMPLING_RESULTS,
  URL_PARAMS,
} from "./spec-examples.js";

type Path = readonly string[];

/** Every place in a value, outermost first. */
function places(value: unknown): readonly Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [name],
    ...places(member).map((path) => [name, ...path]),
  ]);
}

/** A copy with something else at one place, or without what is there. */
function changed<T extends JsonObject>(value: T, path: Path, by: unknown, isRemoved: boolean): T {
  const copy = structuredClone(value);
  let holder: unknown = copy;
  for (const name of path.slice(0, -1)) holder = (holder as JsonObject)[name];
  const last = path.at(-1) ?? "";
  if (Array.isArray(holder) && isRemoved) holder.splice(Number(last), 1);
  else if (isRemoved) delete (holder as { [name: string]: unknown })[last];
  else (holder as { [name: string]: unknown })[last] = by;
  return copy;
}

const junk = fc.oneof(
  fc.constantFrom(null, 0, -1, 0.5, 1e300, true, "", "x", "form", [], {}, ["x"], [1], [{}]),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A value with one or two places changed, or none. */
function spoiled<T extends JsonObject>(value: T): fc.Arbitrary<T> {
  const change = fc.record({ path: fc.nat(), by: junk, isRemoved: fc.boolean() });
  return fc.array(change, { maxLength: 2 }).map((changes) =>
    changes.reduce((current, { path, by, isRemoved }) => {
      const all = places(current);
      const at = all[path % all.length];
      return at === undefined ? current : changed(current, at, by, isRemoved);
    }, value),
  );
}

async function isTaken(method: string, params: JsonObject): Promise<InputOutcome> {
  const decline = async () => ({ action: "decline" }) as const;
  const handlers: InputHandlers = {
    elicitation: { form: decline, url: decline },
    sampling: { createMessage: decline, tools: true },
  };
  return answerInput({ method, params }, handlers, context());
}

function refusal(outcome: InputOutcome): string | undefined {
  const { code, detail } = outcome.problem ?? {};
  return code === undefined || code === "declined" ? undefined : (detail ?? code);
}

const RUNS = { numRuns: 500 };

test("what the specification has as examples is taken, and is official", async () => {
  expect(ElicitRequestFormParamsSchema.safeParse(FORM_PARAMS).success).toBe(true);
  expect(ElicitRequestURLParamsSchema.safeParse(URL_PARAMS).success).toBe(true);
  expect(CreateMessageRequestParamsSchema.safeParse(SAMPLING_PARAMS).success).toBe(true);
  expect(refusal(await isTaken("elicitation/create", FORM_PARAMS))).toBeUndefined();
  expect(refusal(await isTaken("elicitation/create", URL_PARAMS))).toBeUndefined();
  expect(refusal(await isTaken("sampling/createMessage", SAMPLING_PARAMS))).toBeUndefined();
});

test("L25: a form is taken exactly where the official schema takes it, and can be answered", async () => {
  await fc.assert(
    fc.asyncProperty(spoiled(FORM_PARAMS), async (params) => {
      fc.pre(params["mode"] !== "url");
      const isOfficial = ElicitRequestFormParamsSchema.safeParse(params).success;
      const why = refusal(await isTaken("elicitation/create", params));
      if (why === undefined) expect(isOfficial).toBe(true);
      else if (isOfficial) expect(isImpossible(params)).toBe(true);
    }),
    RUNS,
  );
});

/** To the official schema options that are none are extra members of a text. */
function isImpossible({ requestedSchema }: JsonObject): boolean {
  const { properties, required = [] } = requestedSchema as {
    properties: { [name: string]: JsonObject };
    required?: string[];
  };
  const isHalf = Object.values(properties).some(
    (field) => field["type"] === "string" && ("enum" in field || "oneOf" in field),
  );
  return isHalf || required.some((name) => !Object.hasOwn(properties, name));
}

test("L10: a URL is taken only where the official schema takes it", async () => {
  const url = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string(),
    fc
      .tuple(fc.constantFrom("https://", "http:", "https:/", "javascript:"), fc.string())
      .map((parts) => parts.join("")),
  );
  await fc.assert(
    fc.asyncProperty(spoiled(URL_PARAMS), url, async (params, other) => {
      for (const given of [params, { ...params, url: other }]) {
        const why = refusal(await isTaken("elicitation/create", { mode: "url", ...given }));
        if (why !== undefined || given["mode"] !== "url") continue;
        const whole = { elicitationId: "", ...given };
        expect(ElicitRequestURLParamsSchema.safeParse(whole).success).toBe(true);
      }
    }),
    RUNS,
  );
});

test("every web address without credentials is taken", async () => {
  const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
  await fc.assert(
    fc.asyncProperty(url, async (given) => {
      const outcome = await isTaken("elicitation/create", { ...URL_PARAMS, url: given });
      expect(refusal(outcome)).toBeUndefined();
    }),
  );
});

test("M11 M18: a sampling request is taken exactly where the official schema and the rules on tools do", async () => {
  await fc.assert(
    fc.asyncProperty(spoiled(SAMPLING_PARAMS), async (params) => {
      const isOfficial = CreateMessageRequestParamsSchema.safeParse(params).success;
      const why = refusal(await isTaken("sampling/createMessage", params));
      if (why === undefined) expect(hasOddAdvice(params) || isOfficial).toBe(true);
      else if (isOfficial) expect(why).toMatch(/tool_use|tool_result|uses of tools/);
    }),
    RUNS,
  );
});

/** What is in annotations and in a tool's schema is not looked at here. */
function hasOddAdvice(params: JsonObject): boolean {
  const plain = JSON.parse(JSON.stringify(params), (name, value) => {
    if (name === "annotations" && isJsonObject(value)) return {};
    return name === "inputSchema" && value?.type === "object" ? { type: "object" } : value;
  });
  return CreateMessageRequestParamsSchema.safeParse(plain).success;
}

test("what is let through as a model's answer is official, and what is official is let through", async () => {
  const answers = fc.oneof(...SAMPLING_RESULTS.map((result) => spoiled(result)));
  const request = { method: "sampling/createMessage", params: SAMPLING_PARAMS };
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      const createMessage = async () => answer as never;
      const sampling = { createMessage, tools: true } as const;
      const outcome = await answerInput(request, { sampling }, context());
      if (outcome.type === "answered") {
        expect(CreateMessageResultWithToolsSchema.parse(outcome.response)).toEqual(
          outcome.response,
        );
      } else if (CreateMessageResultWithToolsSchema.safeParse(answer).success) {
        expect(outcome.problem.message).toMatch(/role|tool|no content/);
      }
    }),
    RUNS,
  );
});

test("what is let through as roots is official, and what is official is let through", async () => {
  await fc.assert(
    fc.asyncProperty(spoiled(ROOTS_RESULT), async (answer) => {
      const roots = async () => answer["roots"] as never;
      const outcome = await answerInput({ method: "roots/list" }, { roots }, context());
      if (outcome.type === "answered") {
        expect(ListRootsResultSchema.parse(outcome.response)).toEqual(outcome.response);
      } else {
        expect(ListRootsResultSchema.safeParse(answer).success).toBe(false);
      }
    }),
    RUNS,
  );
});

test("what is let through as the answer to an elicitation is official", async () => {
  const request = { method: "elicitation/create", params: FORM_PARAMS };
  const answers = spoiled({ action: "accept", content: FORM_CONTENT } as JsonObject);
  const { elicitation } = host().handlers;
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      const form = async () => answer as never;
      const handlers = { elicitation: { ...elicitation, form } };
      const outcome = await answerInput(request, handlers, context());
      if (outcome.type !== "answered") return;
      expect(ElicitResultSchema.parse(outcome.response)).toEqual(outcome.response);
    }),
    RUNS,
  );
});

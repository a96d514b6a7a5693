import { PromptSchema } from "@modelcontextprotocol/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPromptRegistry, entries, quarantined, update } from "../src/index.js";
import { listed, names, PROMPTS, prompt, reasons } from "./fixtures.js";

const { started } = PROMPTS;
const fine = prompt("fine");
const asking = (...all: readonly unknown[]) => prompt("bad", { arguments: all });

test.each<[string, unknown, string]>([
  ["has an object as arguments", prompt("bad", { arguments: {} }), "bad arguments_invalid"],
  ["has a string as arguments", prompt("bad", { arguments: "topic" }), "bad arguments_invalid"],
  ["takes an argument that is a string", asking("topic"), "bad arguments_invalid"],
  ["takes an argument that is null", asking(null), "bad arguments_invalid"],
  ["takes an argument that is an array", asking(["topic"]), "bad arguments_invalid"],
  ["takes an argument without a name", asking({ title: "Topic" }), "bad arguments_invalid"],
  ["takes an argument with a number for a name", asking({ name: 1 }), "bad arguments_invalid"],
  ["takes an argument with null for a name", asking({ name: null }), "bad arguments_invalid"],
  [
    "takes two arguments of one name",
    asking({ name: "x" }, { name: "y" }, { name: "x", required: true }),
    "bad arguments_invalid",
  ],
  [
    "takes an argument with a number as title",
    asking({ name: "x", title: 1 }),
    "bad arguments_invalid",
  ],
  [
    "takes an argument with an array as description",
    asking({ name: "x", description: [] }),
    "bad arguments_invalid",
  ],
  [
    "requires an argument by a string",
    asking({ name: "x", required: "true" }),
    "bad arguments_invalid",
  ],
  ["has a number as title", prompt("bad", { title: 1 }), "bad member_invalid"],
  ["has a number as description", prompt("bad", { description: 1 }), "bad member_invalid"],
  ["has an object as icons", prompt("bad", { icons: {} }), "bad member_invalid"],
  ["has an array as _meta", prompt("bad", { _meta: [] }), "bad member_invalid"],
  ["is null", null, "? not_an_object"],
  ["is an array", [fine], "? not_an_object"],
  ["has no name", { description: "Asks." }, "? name_invalid"],
  ["has a number for a name", { ...fine, name: 1 }, "? name_invalid"],
  ["has an empty name", prompt(""), "? name_invalid"],
  ["has an escape character in its name", prompt("\u001b[2J"), "? name_invalid"],
  ["has a name of 513 characters", prompt("x".repeat(513)), "? name_invalid"],
])("a prompt that %s is quarantined with a reason, and the others stay", (_, bad, reason) => {
  const { next, diff } = started("prefix", { peer: "a", items: [bad, fine] });
  expect(names(next)).toEqual(["fine = a:fine"]);
  expect(reasons(next)).toEqual([`a:${reason}`]);
  expect(diff.quarantined).toEqual(quarantined(next));
  expect(quarantined(next)[0]).toMatchObject({ kind: "prompt", scope: "entry", holder: undefined });
  expect(quarantined(next)[0]?.value).toBe(bad);
});

test("a record of a prompt is a sentence that names the server, the prompt, the reason and the remedy", () => {
  const items = [
    { name: 1 },
    prompt("p", { arguments: [{ name: "x" }, { title: "Y" }] }),
    prompt("q", { arguments: [{ name: "x" }, { name: "y" }, { name: "x" }] }),
    prompt("r"),
    prompt("r"),
  ];
  const { next } = started("prefix", { peer: "files", items });
  expect(quarantined(next).map(({ message }) => message)).toEqual([
    'A prompt of server "files" is left out: its name is not a string. Have the server fixed.',
    'Prompt "p" of server "files" is left out: its arguments[1] has no name. Have the server fixed, or exclude the prompt.',
    'Prompt "q" of server "files" is left out: its arguments[0] and arguments[2] have the same name. Have the server fixed, or exclude the prompt.',
    'Prompt "r" of server "files" is left out: the server lists this name more than once, and another prompt of that name is used. Have the server fixed, or exclude the prompt.',
  ]);
});

test("null where a member may be absent is tolerated, of a prompt and of its arguments", () => {
  const nulls = { title: null, description: null, arguments: null, icons: null, _meta: null };
  const argument = { name: "x", title: null, description: null, required: null };
  const items = [{ name: "p", ...nulls }, { name: "q", arguments: [argument] }, { name: "r" }];
  const { next } = started("prefix", { peer: "a", items });
  expect(names(next)).toEqual(["p = a:p", "q = a:q", "r = a:r"]);
  expect(quarantined(next)).toEqual([]);
});

test("an argument may be called like anything that a string can say", () => {
  const all = ["", "__proto__", "constructor", "has space"].map((name) => ({ name }));
  const { next } = started("prefix", { peer: "a", items: [prompt("x", { arguments: all })] });
  expect(reasons(next)).toEqual([]);
});

test("an entry carries the server's own prompt and nothing of a tool", () => {
  const own = prompt("x", { "com.example/x": 1 });
  const { next } = started("prefix", { peer: "a", items: [own] });
  expect(entries(next)).toEqual([{ canonical: "x", peer: "a", local: "x", prompt: own }]);
  expect(entries(next)[0]?.prompt).toBe(own);
});

test("a prompt with what is a tool's keeps it unread", () => {
  const odd = prompt("x", { inputSchema: 1, outputSchema: 2, annotations: 3 });
  const header = prompt("y", { inputSchema: { type: "object", "x-mcp-header": "" } });
  const { next } = started("prefix", { peer: "a", items: [odd, header], paramHeaders: true });
  expect(names(next)).toEqual(["x = a:x", "y = a:y"]);
  expect(reasons(next)).toEqual([]);
});

test("a prompt nested too deep is quarantined and out of reach, and the others stay", () => {
  const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  const just = started("prefix", { peer: "a", items: [prompt("just", { icons: nested(511) })] });
  expect(names(just.next)).toEqual(["just = a:just"]);
  for (const levels of [512, 20_000]) {
    const items = [prompt("deep", { outputSchema: nested(levels) }), nested(levels + 1), fine];
    const { next } = started("prefix", { peer: "a", items });
    expect(names(next)).toEqual(["fine = a:fine"]);
    expect(quarantined(next)).toMatchObject([
      { local: undefined, reason: "not_an_object", value: undefined },
      {
        local: "deep",
        reason: "too_deep",
        scope: "entry",
        value: undefined,
        message:
          'Prompt "deep" of server "a" is left out: it is nested more than 512 levels deep. Have the server fixed, or exclude the prompt.',
      },
    ]);
  }
});

test("a prompt whose arguments break is quarantined until they are well again", () => {
  const before = started("prefix", { peer: "a", items: [prompt("x")] }).next;
  const bad = update(before, listed({ peer: "a", items: [prompt("x", { arguments: [{}] })] }));
  expect(bad.diff.removed).toEqual(entries(before));
  expect(reasons(bad.next)).toEqual(["a:x arguments_invalid"]);
  const after = update(bad.next, listed({ peer: "a", items: [prompt("x")] }));
  expect(after.diff.added).toMatchObject([{ canonical: "x" }]);
  expect(reasons(after.next)).toEqual([]);
});

test("an excluded prompt is in no record, however malformed it is", () => {
  const registry = createPromptRegistry({ peers: [{ name: "a", exclude: ["bad"] }] });
  const { next } = update(registry, listed({ peer: "a", items: [asking(1), fine] }));
  expect([names(next), reasons(next)]).toEqual([["fine = a:fine"], []]);
});

test("what the official schema accepts as a prompt is quarantined for what it calls things only", () => {
  fc.assert(
    fc.property(promptLike(), (value) => {
      fc.pre(PromptSchema.safeParse(value).success);
      const { next } = started("prefix", { peer: "a", items: [value] });
      // Stricter on purpose: an unusable name, arguments that cannot be told apart, and their titles,
      // which are strings in the specification's schema.
      const all = (value.arguments ?? []) as readonly { name: string; title?: unknown }[];
      const isTwice = new Set(all.map(({ name }) => name)).size < all.length;
      const isTitled = all.every(({ title }) => typeof (title ?? "") === "string");
      const isUnusable = value.name === "" || /\p{Cc}/u.test(String(value.name));
      const stricter = isTwice || !isTitled ? [`a:${String(value.name)} arguments_invalid`] : [];
      expect(reasons(next)).toEqual(isUnusable ? ["a:? name_invalid"] : stricter);
    }),
    { numRuns: 300 },
  );
});

test("a prompt in use is what the official schema accepts, but for what is lenient on purpose", () => {
  fc.assert(
    fc.property(promptLike(), (value) => {
      const { next } = started("prefix", { peer: "a", items: [value] });
      for (const { prompt: used } of entries(next)) {
        // Lenient on purpose: `null` for absent, and the insides of icons, which are claims.
        const { icons, ...rest } = used;
        const official = { ...bare(rest), arguments: used.arguments?.map(bare) };
        expect(PromptSchema.safeParse(official).success).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

/** Without the members that are `null`. */
function bare(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** Objects that are prompts more often than not, with every member that may be wrong in some way. */
function promptLike(): fc.Arbitrary<{ readonly name?: unknown; readonly arguments?: unknown }> {
  const junk = fc.oneof(fc.constantFrom(null, 7, "text", true, [], {}), fc.jsonValue());
  const mostly = <T>(good: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: junk });
  const argument = fc.record(
    {
      name: mostly(fc.oneof(fc.string(), fc.constantFrom("x", "y"))),
      title: mostly(fc.string()),
      description: mostly(fc.string()),
      required: mostly(fc.boolean()),
    },
    { requiredKeys: ["name"] },
  );
  const icon = fc.record({ src: mostly(fc.webUrl()), theme: mostly(fc.constant("dark")) });
  return fc.record(
    {
      name: mostly(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("x", "", "\u0000"))),
      arguments: mostly(fc.array(mostly(argument), { maxLength: 3 })),
      title: mostly(fc.string()),
      description: mostly(fc.string()),
      icons: mostly(fc.array(icon, { maxLength: 2 })),
      _meta: mostly(fc.dictionary(fc.string(), fc.jsonValue())),
    },
    { requiredKeys: ["name"] },
  );
}

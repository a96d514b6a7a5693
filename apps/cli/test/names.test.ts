import { type NamedEntry, providerProfiles } from "@x/registry";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { nameReason, nameReasonText } from "../src/name-reason.js";
import { PROVIDERS } from "../src/providers.js";
import { config, embedded, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";

async function explained(file: string, ...options: readonly string[]) {
  const { code, stdout } = await runHere(["names", "--explain", "--json", ...options, "-c", file]);
  return { code, ...JSON.parse(stdout) };
}

type Told = Readonly<Record<string, unknown>>;

it("L3: says of every name why it is that one: declared order, the holder, a name that looks like a server's", async () => {
  const file = config({
    a: embedded({ tools: ["search", "b/search", "echo"] }),
    b: embedded({ tools: ["search"] }),
  });
  const { code, policy, names } = await explained(file);
  expect({ code, policy }).toEqual({ code: EXIT.ok, policy: "prefix" });
  expect(names.map(({ name, reason, others }: Told) => [name, reason, others])).toEqual([
    ["a/b/search", "looks_prefixed", ["b"]],
    ["echo", "only", []],
    ["search", "first", ["b"]],
    ["b/search", "collision", ["a"]],
  ]);
  const { stdout } = await runHere(["names", "--explain", "-c", file]);
  expect(stdout).toContain(
    "b/search: search of b\n  a has a tool search already, so that this one is called by its server, too.\n",
  );
  const list = await runHere(["names", "-c", file]);
  expect(list.stdout.split("\n")[1]).toBe("echo       — a/echo");
});

it("under prefix-always it is the policy", async () => {
  const file = config({ a: embedded({ tools: ["search"] }) }, { collision: "prefix-always" });
  const { names } = await explained(file);
  expect(names).toMatchObject([{ name: "a/search", reason: "prefix_always", others: [] }]);
});

it("L4: says which server that is down would have the name at a start where it has such a tool", async () => {
  const file = config({
    down: server({ exit: 3 }),
    other: server({ exit: 3 }, { tools: { include: ["echo"] } }),
    b: embedded({ tools: ["search"] }),
    after: server({ exit: 3 }),
  });
  const { code, names } = await explained(file);
  expect(code).toBe(EXIT.partial);
  expect(names).toMatchObject([{ name: "search", reason: "only", unknown: ["down"] }]);
  expect(names[0].message).toContain("down, declared before b, cannot be asked now");
});

it("L4: a holder that is declared later, and a name that was told apart from one that is gone, say so", () => {
  const naming = {
    policy: "prefix",
    servers: ["a", "b"],
    collisions: [
      {
        kind: "tool",
        local: "search",
        holder: "b",
        peer: "a",
        canonical: "a/search",
        message: "",
      },
    ],
    mayHave: () => false,
  } as const;
  const held: NamedEntry = { canonical: "search", peer: "b", local: "search" };
  const late: NamedEntry = { canonical: "a/search", peer: "a", local: "search" };
  expect(nameReason(held, naming)).toMatchObject({ reason: "held", others: ["a"] });
  expect(nameReasonText(held, nameReason(held, naming))).toContain("came later");
  expect(nameReason(late, naming)).toMatchObject({ reason: "collision", others: ["b"] });
  const gone = { ...naming, collisions: [] };
  expect(nameReason(late, gone)).toMatchObject({ reason: "kept", others: [] });
});

it.each(PROVIDERS)(
  "L5: says what a name is for %s and why, and reads it back",
  async (provider) => {
    const long = "x".repeat(70);
    const own = ["has.dot", "has/slash", "has_dot", long, "a b", "a__b"];
    const file = config({
      [`s${"y".repeat(29)}`]: embedded({ tools: own }),
      b: embedded({ tools: [long] }),
    });
    const { names } = await explained(file, "--provider", provider);
    const { maxLength } = providerProfiles[provider];
    const provided = names.map(({ provider: one }: Told) => one);
    for (const [at, one] of provided.entries()) expect(one.back).toBe(names[at].name);
    expect(new Set(provided.map(({ name }: Told) => name)).size).toBe(own.length + 1);
    const of = (name: string): Told =>
      names.find((one: Told) => one["name"] === name)?.provider as Told;
    expect(of("has.dot")).toMatchObject({
      name: "has___dot",
      how: "rewritten",
      replaced: [{ character: ".", written: "___" }],
    });
    expect(of("has/slash")).toMatchObject({ name: "has__slash", how: "rewritten" });
    expect(of("has_dot")).toMatchObject({ name: "has_dot", how: "kept", replaced: [] });
    expect(of("a b")).toMatchObject({ replaced: [{ character: " ", written: "_0x20_" }] });
    expect(of("a__b")).toMatchObject({ how: "rewritten", replaced: [] });
    expect(of(long)).toMatchObject({ how: maxLength < 70 ? "cut" : "kept" });
    expect(of(`b/${long}`)).toMatchObject({ how: maxLength < 72 ? "cut" : "rewritten" });
  },
);

it("finds a tool by any of its names, and suggests one where there is none", async () => {
  const file = config({ a: embedded({ tools: ["search"] }), b: embedded({ tools: ["search"] }) });
  const found = async (name: string) => {
    const { names } = await explained(file, name, "--provider", "openai");
    return names.map((one: Told) => one["name"]);
  };
  expect(await found("b__search")).toEqual(["b/search"]);
  expect(await found("b/search")).toEqual(["b/search"]);
  expect(await found("a/search")).toEqual(["search"]);
  expect(await found("search")).toEqual(["search", "b/search"]);
  const text = await runHere(["names", "b__search", "--provider", "openai", "-c", file]);
  expect(text.stdout).toContain(
    '  b__search\n    Not allowed by openai: "/" is written __. It is read back as b/search.\n',
  );
  const none = await runHere(["names", "serch", "-c", file]);
  expect(none).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(none.stderr).toContain('There is no tool "serch". Did you mean "search"?');
  const nobody = await runHere(["names", "--provider", "openia", "-c", file]);
  expect(nobody.code).toBe(EXIT.usage);
  expect(nobody.stderr).toContain("Did you mean openai?");
});

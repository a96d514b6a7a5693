import { expect, test } from "vitest";
import { type Config, mergeConfigs, parseConfig } from "../src/index.js";

function config(file: string, servers: object, more: object = {}): Config {
  const text = JSON.stringify({ mcpServers: servers, ...more });
  return parseConfig(text, { file, env: {} });
}

const names = ({ servers }: Config): readonly string[] => servers.map(({ name }) => name);

test("servers of several files are all there, those of the first file first", () => {
  const merged = mergeConfigs([
    config("one.json", { b: { command: "b" }, a: { command: "a" } }),
    config("two.json", { c: { command: "c" } }),
  ]);
  expect(names(merged)).toEqual(["b", "a", "c"]);
  expect(merged.files).toEqual(["one.json", "two.json"]);
  expect(merged.file).toBe("one.json, two.json");
  expect(merged.replaced).toEqual([]);
});

test("a later server replaces one of its name whole, in its place, and it is told whose was left out", () => {
  const merged = mergeConfigs([
    config("one.json", {
      a: { command: "old", env: { A: "1" }, allowLegacy: true },
      b: { command: "b" },
    }),
    config("two.json", { c: { command: "c" }, a: { command: "new" } }),
  ]);
  expect(names(merged)).toEqual(["a", "b", "c"]);
  expect(merged.servers[0]).toMatchObject({
    command: "new",
    env: {},
    allowLegacy: false,
    origin: { file: "two.json" },
  });
  expect(merged.replaced).toEqual([{ name: "a", file: "one.json", by: "two.json" }]);
});

test("each file that is left out is told where three have a server of one name", () => {
  const all = ["1", "2", "3"].map((file) => config(file, { a: { command: file } }));
  expect(mergeConfigs(all).servers).toMatchObject([{ command: "3" }]);
  expect(mergeConfigs(all).replaced).toEqual([
    { name: "a", file: "1", by: "2" },
    { name: "a", file: "2", by: "3" },
  ]);
});

test("a later file switches a server off, and on", () => {
  const on = config("on.json", { a: { command: "a" } });
  const off = config("off.json", { a: { command: "a", disabled: true } });
  expect(mergeConfigs([on, off])).toMatchObject({
    servers: [],
    disabled: ["a"],
    replaced: [{ name: "a", file: "on.json", by: "off.json" }],
  });
  expect(mergeConfigs([off, on])).toMatchObject({ servers: [{ name: "a" }], disabled: [] });
});

test("the collision policy is that of the last file that says something", () => {
  const [silent, reject, prefix] = [
    config("silent", {}),
    config("reject", {}, { collision: "reject" }),
    config("prefix", {}, { collision: "prefix" }),
  ];
  expect(mergeConfigs([reject, silent])).toMatchObject({
    collision: "reject",
    collisionFrom: "reject",
  });
  expect(mergeConfigs([reject, prefix, silent])).toMatchObject({
    collision: "prefix",
    collisionFrom: "prefix",
  });
  expect(mergeConfigs([silent])).toMatchObject({ collision: "prefix" });
  expect(mergeConfigs([silent])).not.toHaveProperty("collisionFrom");
});

test("inputs are those of all files; of the same id the last one is kept", () => {
  const one = { id: "a", type: "promptString", description: "one" };
  const two = { id: "a", type: "promptString", description: "two" };
  const other = { id: "b", type: "command" };
  const merged = mergeConfigs([
    config("1", {}, { inputs: [one, other] }),
    config("2", {}, { inputs: [two] }),
  ]);
  expect(merged.inputs).toEqual([two, other]);
});

test("one configuration merged is itself; none is empty", () => {
  const one = config("one.json", { a: { command: "a" }, b: { command: "b", disabled: true } });
  expect(mergeConfigs([one])).toEqual(one);
  expect(mergeConfigs([])).toEqual({
    file: "",
    files: [],
    collision: "prefix",
    names: [],
    servers: [],
    disabled: [],
    unusable: [],
    inputs: [],
    replaced: [],
  });
});

test("merging in steps is merging at once", () => {
  const [a, b, c] = [
    config("1", { x: { command: "1" }, y: { command: "1" } }, { collision: "reject" }),
    config("2", { y: { command: "2" } }),
    config("3", { x: { command: "3" }, z: { command: "3" } }),
  ];
  const atOnce = mergeConfigs([a, b, c]);
  expect(mergeConfigs([mergeConfigs([a, b]), c])).toEqual(atOnce);
});

import { expect, test } from "vitest";
import {
  createRegistry,
  entries,
  isEmptyDiff,
  type PeerList,
  quarantined,
  type Registry,
  resolve,
  update,
} from "../src/index.js";
import { listed, names, reasons, tool } from "./fixtures.js";
import { mirrored, schema } from "./header-fixtures.js";

/** A tool with these parameters. */
const taking = (name: string, properties: object, more: object = {}): object =>
  tool(name, { inputSchema: schema(properties), ...more });

/** What one peer listed that is modern and spoken to over HTTP. */
const http = (peer: string, ...tools: readonly unknown[]): PeerList => ({
  peer,
  items: tools,
  paramHeaders: true,
});

/** A registry after its first lists. */
function of(...lists: readonly PeerList[]): Registry {
  const peers = lists.map(({ peer }) => ({ name: peer }));
  return update(createRegistry({ peers }), listed(...lists)).next;
}

/** The headers an entry asks for. */
const headers = (registry: Registry, canonical: string): readonly string[] | undefined =>
  resolve(registry, canonical)?.headers.map(({ header }) => header);

const fine = taking("fine", { region: mirrored() });
const plain = tool("plain");

test("H9: a tool with an invalid x-mcp-header is quarantined with the reason, and the others stay", () => {
  const bad = taking("bad", { list: { type: "array", items: mirrored() } });
  const { next, diff } = update(
    createRegistry({ peers: [{ name: "web" }] }),
    listed(http("web", bad, fine, plain)),
  );
  expect(names(next)).toEqual(["fine = web:fine", "plain = web:plain"]);
  expect(quarantined(next)).toEqual([
    {
      peer: "web",
      local: "bad",
      reason: "invalid_header_annotation",
      kind: "tool",
      scope: "entry",
      holder: undefined,
      value: bad,
      message:
        'Tool "bad" of server "web" is left out: its x-mcp-header at "#/properties/list/items" is not on a parameter that "properties" alone lead to. Have the server fixed, or exclude the tool.',
    },
  ]);
  expect(diff.quarantined).toEqual(quarantined(next));
});

test("H9: of two tools of one name, one with an invalid x-mcp-header is none", () => {
  const bad = taking("fine", { region: mirrored("") });
  for (const tools of [
    [bad, fine],
    [fine, bad],
  ]) {
    const next = of(http("web", ...tools));
    expect(entries(next)).toMatchObject([{ canonical: "fine", tool: fine }]);
    expect(reasons(next)).toEqual(["web:fine invalid_header_annotation"]);
  }
});

test("an excluded tool with an invalid x-mcp-header is not even quarantined", () => {
  const registry = createRegistry({ peers: [{ name: "web", exclude: ["bad"] }] });
  const bad = taking("bad", { region: mirrored("") });
  expect(reasons(update(registry, listed(http("web", bad, fine))).next)).toEqual([]);
});

test("an entry carries the plan of its headers, and what asks for none shares one", () => {
  const next = of(http("web", fine, plain, tool("other")));
  expect(resolve(next, "fine")?.headers).toEqual([
    { header: "Mcp-Param-Region", path: ["region"], type: "string" },
  ]);
  expect(resolve(next, "plain")?.headers).toEqual([]);
  expect(resolve(next, "plain")?.headers).toBe(resolve(next, "other")?.headers);
});

test("a tool whose output schema is left out keeps its headers", () => {
  const deep: unknown = JSON.parse("[".repeat(600) + "]".repeat(600));
  const next = of(http("web", taking("x", { region: mirrored() }, { outputSchema: { deep } })));
  expect(reasons(next)).toEqual(["web:x too_deep"]);
  expect(headers(next, "x")).toEqual(["Mcp-Param-Region"]);
});

test("where calls carry no such headers, annotations are ignored, valid or not", () => {
  const bad = taking("bad", { region: mirrored("") });
  for (const list of [
    { peer: "web", items: [bad, fine] },
    { peer: "web", items: [bad, fine], paramHeaders: false },
  ]) {
    const next = of(list);
    expect(reasons(next)).toEqual([]);
    expect(headers(next, "fine")).toEqual([]);
    expect(headers(next, "bad")).toEqual([]);
  }
});

test("H10: a tool whose annotations changed is a changed entry with the new plan", () => {
  const before = of(http("web", fine, plain));
  const moved = taking("fine", { region: mirrored("Zone") });
  const { next, diff } = update(before, listed(http("web", moved, plain)));
  expect(headers(next, "fine")).toEqual(["Mcp-Param-Zone"]);
  expect(diff.changed).toEqual([resolve(next, "fine")]);
  expect(diff.added.concat(diff.removed)).toEqual([]);
  const same = update(next, listed(http("web", plain, structuredClone(moved))));
  expect(same.next).toBe(next);
  expect(isEmptyDiff(same.diff)).toBe(true);
});

test("H10: a tool whose annotations became invalid is quarantined until they are valid again", () => {
  const before = of(http("web", fine));
  const bad = update(before, listed(http("web", taking("fine", { region: mirrored("") }))));
  expect(bad.diff.removed).toEqual(entries(before));
  expect(reasons(bad.next)).toEqual(["web:fine invalid_header_annotation"]);
  const after = update(bad.next, listed(http("web", fine)));
  expect(reasons(after.next)).toEqual([]);
  expect(headers(after.next, "fine")).toEqual(["Mcp-Param-Region"]);
});

test("a tool has headers from the list on that says so, and none from the next that does not", () => {
  const legacy = of({ peer: "web", items: [fine] });
  const { next: modern, diff } = update(legacy, listed(http("web", structuredClone(fine))));
  expect(headers(modern, "fine")).toEqual(["Mcp-Param-Region"]);
  expect(diff.changed).toEqual(entries(modern));
  const again = update(modern, listed({ peer: "web", items: [fine] })).next;
  expect(headers(again, "fine")).toEqual([]);
});

test("a tool that had to wait for its name gets it with its headers", () => {
  const x = taking("x", { region: mirrored() });
  const waiting = (list: PeerList): Registry => {
    const peers = [{ name: "a" }, { name: "late" }];
    const start = update(
      createRegistry({ peers, policy: "reject" }),
      listed({ peer: "a", items: [tool("x")] }),
    ).next;
    return update(start, listed(list)).next;
  };
  const freed = (registry: Registry) => update(registry, { type: "removed", peer: "a" }).next;
  expect(reasons(waiting(http("late", x)))).toEqual(["late:x collision"]);
  expect(headers(freed(waiting(http("late", x))), "x")).toEqual(["Mcp-Param-Region"]);
  // Also where it had none yet when it began to wait.
  const turned = update(waiting({ peer: "late", items: [x] }), listed(http("late", { ...x }))).next;
  expect(headers(freed(turned), "x")).toEqual(["Mcp-Param-Region"]);
});

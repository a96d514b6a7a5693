import { createPromptRegistry, update } from "@x/registry";
import { expect, test } from "vitest";
import {
  callTool,
  contentFlaws,
  getPrompt,
  type Routes,
  readResource,
  resourceFlaws,
} from "../src/index.js";
import { MODERN, registryOf, routes, server, text } from "./fixtures.js";

const IMAGE = { type: "image", data: "aGk=", mimeType: "image/png" };
const TEXT = { type: "text", text: "hi" };

const codes = (...content: unknown[]): unknown[] =>
  contentFlaws(content).map(({ at, code }) => [at, code]);

test("T27: images and sound are Base64 with a media type", () => {
  expect(codes(TEXT, IMAGE, { ...IMAGE, type: "audio", mimeType: "audio/x-wav; rate=1" })).toEqual(
    [],
  );
  expect(codes({ ...IMAGE, data: "aGk" }, { ...IMAGE, data: " aG\nk= " })).toEqual([]);
  for (const data of ["a", "aGk=aGk=", "a-k_", "aGk===", "é", 7, undefined, null]) {
    expect(codes(TEXT, { ...IMAGE, data })).toEqual([[1, "not_base64"]]);
  }
  for (const mimeType of ["png", "", "image/", "/png", "image /png", "image/png\n", 7, undefined]) {
    expect(codes({ ...IMAGE, mimeType, type: "audio" })).toEqual([[0, "no_media_type"]]);
  }
});

test("T28: an embedded resource has a URI, and one of text and a blob", () => {
  const embedded = (resource: unknown) => codes({ type: "resource", resource });
  expect(embedded({ uri: "a:b", text: "" })).toEqual([]);
  expect(embedded({ uri: "a:b", blob: "aGk=", text: null })).toEqual([]);
  expect(embedded({ uri: "a:b", blob: "?" })).toEqual([[0, "not_base64"]]);
  for (const resource of [
    undefined,
    "a:b",
    { text: "x" },
    { uri: "", text: "x" },
    { uri: "a:b" },
    { uri: "a:b", text: "x", blob: "aGk=" },
    { uri: "a:b", text: 7 },
  ]) {
    expect(embedded(resource)).toEqual([[0, "no_resource"]]);
  }
  expect(codes({ type: "resource_link", uri: "a:b", name: "n" })).toEqual([]);
  expect(codes({ type: "resource_link", uri: "a:b" })).toEqual([[0, "no_link"]]);
  expect(
    resourceFlaws([
      { uri: "a:b", text: "" },
      { uri: "a:b", blob: "?" },
    ]),
  ).toMatchObject([{ at: 1, code: "not_base64" }]);
});

test("content of types that nobody knows is not judged, and no more than 100 flaws are told", () => {
  expect(codes({ type: "video", data: 7 }, 7, null)).toEqual([]);
  expect(contentFlaws(Array(1000).fill({ ...IMAGE, data: "?" }))).toHaveLength(100);
});

test("T27: a result with broken content is given as it came, with its flaws where results are checked", async () => {
  const results: Record<string, object> = {
    "tools/call": { content: [TEXT, { ...IMAGE, data: "?" }], isError: true },
    "prompts/get": { messages: [{ role: "user", content: { ...IMAGE, mimeType: "?" } }] },
    "resources/read": { contents: [{ uri: "a:b", blob: "?" }] },
  };
  const one = await server(MODERN, (id) => {
    const { method } = JSON.parse(one.sent.at(-1) ?? "");
    return text(id, { resultType: "complete", ...results[method] });
  });
  const prompts = update(createPromptRegistry({ peers: [{ name: "one" }] }), {
    type: "listed",
    lists: [{ peer: "one", items: [{ name: "p" }] }],
  }).next;
  const owner = { ...one.owner, capabilities: { prompts: {}, resources: {} } };
  const unchecked: Routes = {
    ...routes(registryOf({ one: ["t"] }), { one: owner }),
    prompts: () => prompts,
  };
  const checked = { ...unchecked, checks: { check: async () => ({ verdict: "valid" }) as const } };
  for (const ask of [
    (to: Routes) => callTool(to, "t"),
    (to: Routes) => getPrompt(to, "p"),
    (to: Routes) => readResource(to, "one", "a:b"),
  ]) {
    const [bare, judged] = [await ask(unchecked), await ask(checked)];
    expect(bare.type).toBe("result");
    expect(bare).not.toHaveProperty("flaws");
    const { flaws, ...others } = judged as typeof judged & { readonly flaws?: unknown };
    expect(flaws).toHaveLength(1);
    expect(others).toMatchObject({
      type: "result",
      result: (bare as { readonly result: object }).result,
    });
  }
});

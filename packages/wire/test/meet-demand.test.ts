import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ClientCapabilities, meetDemand } from "../src/index.js";

const UI = { mimeTypes: ["text/html", "text/plain"] };

describe("meetDemand", () => {
  it.each<[string, ClientCapabilities, ClientCapabilities, ClientCapabilities, ClientCapabilities]>(
    [
      [
        "a capability, and none beside it",
        { roots: {} },
        {},
        { roots: {}, sampling: {} },
        { roots: {} },
      ],
      [
        "a mode beside the forms that an empty elicitation stands for",
        { elicitation: { url: {} } },
        { elicitation: {} },
        { elicitation: { url: {} } },
        { elicitation: { form: {}, url: {} } },
      ],
      [
        "an extension with the settings that the host has for it",
        { extensions: { "com.example/ui": {} } },
        { roots: {} },
        { extensions: { "com.example/ui": UI, "com.example/x": {} } },
        { roots: {}, extensions: { "com.example/ui": UI } },
      ],
      [
        "an extension of whose settings some are demanded",
        { extensions: { "com.example/ui": { mimeTypes: ["text/plain"] } } },
        {},
        { extensions: { "com.example/ui": UI } },
        { extensions: { "com.example/ui": UI } },
      ],
    ],
  )("declares %s", (_, required, declared, declarable, retryWith) => {
    expect(meetDemand(declared, declarable, required)).toEqual({ missing: [], retryWith });
  });

  it.each<[ClientCapabilities, ClientCapabilities, readonly string[]]>([
    [{ sampling: { tools: {} }, roots: {} }, { sampling: {} }, ["sampling.tools", "roots"]],
    [{ elicitation: { url: {} } }, { elicitation: {} }, ["elicitation.url"]],
    [
      { extensions: { "com.example/ui": { mimeTypes: ["image/png"] } } },
      { extensions: { "com.example/ui": UI } },
      ["extensions.com.example/ui.mimeTypes"],
    ],
  ])(
    "names what of %j is missing where %j is all that there is",
    (required, declarable, missing) => {
      expect(meetDemand({}, declarable, required)).toEqual({ missing, retryWith: undefined });
    },
  );

  it("has nothing to try where all that is demanded was declared, or nothing is demanded", () => {
    for (const required of [{ sampling: {} }, {}]) {
      const met = meetDemand({ sampling: { tools: {} } }, { roots: {} }, required);
      expect(met).toEqual({ missing: [], retryWith: undefined });
    }
  });

  it("never declares what this side cannot do, whatever is demanded", () => {
    const capabilities = fc.dictionary(
      fc.constantFrom("elicitation", "sampling", "roots", "x", "__proto__"),
      fc.dictionary(fc.constantFrom("form", "url", "tools"), fc.constant({})),
    );
    fc.assert(
      fc.property(capabilities, capabilities, capabilities, (declared, declarable, required) => {
        const { retryWith = {} } = meetDemand(declared, declarable, required);
        for (const key of Object.keys(retryWith)) {
          expect(Object.hasOwn(declared, key) || Object.hasOwn(declarable, key)).toBe(true);
          expect(Object.hasOwn(declared, key) || Object.hasOwn(required, key)).toBe(true);
        }
      }),
    );
  });

  it("looks into a demand no deeper than what it is compared with", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}{}${"}".repeat(100_000)}`);
    expect(meetDemand({}, { sampling: { tools: {} } }, { sampling: deep }).missing).toEqual([
      "sampling.a",
    ]);
  });
});

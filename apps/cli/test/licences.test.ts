import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { LICENCES, writeLicences } from "../bundled-licences.js";
import { BUILT, CLI } from "./support/built.js";

describe("the program", () => {
  it("needs nothing but what is in it, and Node", () => {
    const outside = Object.values(BUILT.outputs)
      .flatMap(({ imports }) => imports)
      .filter(({ external }) => external === true)
      .map(({ path }) => path.replace(/^node:/, ""));
    expect(outside.filter((name) => !builtinModules.includes(name))).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(CLI, "package.json"), "utf8"));
    expect(manifest).not.toHaveProperty("dependencies");
  });

  it("has the licence of every package of others that is in it, whole", () => {
    const inputs = Object.values(BUILT.outputs).flatMap((output) => Object.keys(output.inputs));
    const others = inputs.filter((file) => file.includes("node_modules/"));
    const folders = new Set(
      others.map((file) => {
        const at = file.lastIndexOf("node_modules/") + "node_modules/".length;
        const [first = "", second = ""] = file.slice(at).split("/");
        return file.slice(0, at) + (first.startsWith("@") ? `${first}/${second}` : first);
      }),
    );
    const written = readFileSync(join(CLI, "dist", LICENCES), "utf8").split(/^-{80}\n\n/m);
    const titles = written.map((text) => text.slice(0, text.indexOf(" (")));
    const inTheProgram = [...folders].map((folder) => {
      const manifest = JSON.parse(readFileSync(join(CLI, folder, "package.json"), "utf8"));
      return `${manifest.name} ${manifest.version}`;
    });
    expect(inTheProgram.map((title) => title.split(" ")[0])).toContain("zod");
    expect(titles).toEqual(inTheProgram.toSorted());
    for (const text of written) expect(text).toMatch(/copyright.*(permission|redistribution)/is);
  });
});

describe("a package that is bundled", () => {
  /** The licences of a bundle of one package, which has these files. */
  function licencesOf(name: string, texts: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(join(tmpdir(), "x-mcp-licences-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const at = join(folder, "node_modules", name);
    mkdirSync(at, { recursive: true });
    const manifest = JSON.stringify({ name, version: "1.0.0", license: "MIT" });
    for (const [file, text] of Object.entries({ ...texts, "package.json": manifest })) {
      writeFileSync(join(at, file), text);
    }
    const outputs = { "main.js": { inputs: { [join(at, "index.js")]: {}, "src/main.ts": {} } } };
    writeLicences({ outputs }, join(folder, "dist"));
    return readFileSync(join(folder, "dist", LICENCES), "utf8");
  }

  it("is named with its licences and notices, whatever their files are called", () => {
    const texts = {
      "LICENCE.md": "Do as you like.\n",
      "license-docs": "Copy as you like.",
      NOTICE: "Made by somebody.\n",
      "index.js": "licence();",
    };
    expect(licencesOf("@a/fine", texts).split("\n")).toEqual([
      "@a/fine 1.0.0 (MIT)",
      "",
      "Do as you like.",
      "",
      "Copy as you like.",
      "",
      "Made by somebody.",
      "",
    ]);
  });

  it("fails the build where it has no licence text", () => {
    expect(() => licencesOf("@a/bare", { "README.md": "MIT" })).toThrow(
      "@a/bare 1.0.0 is in the bundle, and there is no licence text in its package",
    );
  });
});

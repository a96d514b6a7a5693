import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, diary, embedded, folder, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { xMcp } from "./support/x-mcp.js";

const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff, 0x0a]);
const LOGO = { uri: "file:///logo", mimeType: "image/png", blob: BYTES.toString("base64") };
const TEXT = { uri: "file:///a", mimeType: "text/plain", text: "one\ntwo" };

/** A server that has these. */
function holding(contents: { readonly [uri: string]: unknown }, more: object = {}): string {
  return config({ a: embedded({ resources: [], contents }, more) });
}

it("K3: prints a text as it is and nothing else on stdout, with a line end after it", async () => {
  const file = config({
    a: server(
      { resources: [], contents: { "x:a": [{ uri: "x:a", text: "$TOKEN" }] }, stderr: "reading" },
      { env: { TOKEN: "tok-51f0a7c2" } },
    ),
  });
  const run = await xMcp(["read", "a", "x:a", "--config", file]);
  expect(run).toEqual({ code: EXIT.ok, stdout: "tok-51f0a7c2\n", stderr: "" });
});

it.each(["javascript:alert(1)", "file:///../../etc/passwd", "x y", "é/…"])(
  "the URI %s is a text that the server gets as it is, and no more",
  async (uri) => {
    const file = holding({ [uri]: [{ uri, text: "yes\n" }] });
    const run = await runHere(["read", "--config", file, "a", uri]);
    expect(run).toEqual({ code: EXIT.ok, stdout: "yes\n", stderr: "" });
  },
);

it("reads from the very server that is named, where two have the same URI, and starts no other", async () => {
  const other = join(folder(), "diary");
  const of = (text: string, more = {}): object =>
    embedded({ resources: [], contents: { "x:a": [{ uri: "x:a", text }] }, ...more });
  const file = config({ a: of("of a", { pidFile: other }), b: of("of b") });
  const { stdout } = await runHere(["read", "b", "x:a", "--config", file]);
  expect(stdout).toBe("of b\n");
  expect(() => diary(other)).toThrow("ENOENT");
});

it("of a blob it says what it is, and --output saves its bytes", async () => {
  const file = holding({ "file:///logo": [LOGO] });
  const shown = await runHere(["read", "a", "file:///logo", "--config", file]);
  expect(shown).toEqual({
    code: EXIT.ok,
    stdout: "[blob image/png, 7 bytes]\n",
    stderr: "--output FILE saves it.\n",
  });
  const cwd = folder();
  const args = ["read", "a", "file:///logo", "--output", "logo.png", "--config", file];
  const saved = await runHere(args, { cwd: () => cwd });
  expect(saved).toEqual({
    code: EXIT.ok,
    stdout: "",
    stderr: 'Saved 7 bytes of "image/png" in "logo.png".\n',
  });
  expect(readFileSync(join(cwd, "logo.png"))).toEqual(BYTES);
});

it("--output saves a text as it is, without a line end of its own", async () => {
  const to = join(folder(), "a.txt");
  const file = holding({ "file:///a": [TEXT] });
  const { code } = await runHere(["read", "a", "file:///a", "--output", to, "--config", file]);
  expect(code).toBe(EXIT.ok);
  expect(readFileSync(to, "utf8")).toBe("one\ntwo");
});

it("prints several contents one after the other and names them on stderr; --json prints the array", async () => {
  const contents = [TEXT, LOGO, { uri: "file:///b", text: "three\n" }];
  const file = holding({ "file:///": contents });
  const text = await runHere(["read", "a", "file:///", "--config", file]);
  expect(text).toEqual({
    code: EXIT.ok,
    stdout: "one\ntwo\n[blob image/png, 7 bytes]\nthree\n",
    stderr: [
      "Content 1 of 3: file:///a, text/plain, 7 characters.\n",
      "Content 2 of 3: file:///logo, blob image/png, 7 bytes.\n",
      "Content 3 of 3: file:///b, text, 6 characters.\n",
      "--json prints all of them, Base64 included.\n",
    ].join(""),
  });
  const json = await runHere(["read", "a", "file:///", "--json", "--config", file]);
  expect({ code: json.code, stderr: json.stderr }).toEqual({ code: EXIT.ok, stderr: "" });
  expect(JSON.parse(json.stdout)).toEqual(contents);
  const to = join(folder(), "no");
  const saved = await runHere(["read", "a", "file:///", "--output", to, "--config", file]);
  expect(saved).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(saved.stderr).toContain("the resource has 3 contents: nothing was saved");
  expect(() => readFileSync(to)).toThrow("ENOENT");
});

it("Base64 that is none is not saved as something else", async () => {
  const file = holding({ "x:a": [{ uri: "x:a", blob: "no Base64!" }] });
  const shown = await runHere(["read", "a", "x:a", "--config", file]);
  expect(shown.stdout).toBe("[blob, something that is no Base64]\n");
  const to = join(folder(), "no");
  const saved = await runHere(["read", "a", "x:a", "--output", to, "--config", file]);
  expect(saved).toMatchObject({ code: EXIT.toolFailed, stdout: "" });
  expect(() => readFileSync(to)).toThrow("ENOENT");
});

it("a file that cannot be written ends it with 2 and says why", async () => {
  const file = holding({ "file:///a": [TEXT] });
  for (const [to, why] of [
    [folder(), "it is a folder"],
    [join(folder(), "none", "a"), "its folder does not exist"],
  ] as const) {
    const run = await runHere(["read", "a", "file:///a", "--output", to, "--config", file]);
    expect(run).toMatchObject({ code: EXIT.usage, stdout: "" });
    expect(run.stderr).toContain(`${JSON.stringify(to)} cannot be written: ${why}`);
  }
});

it("a resource that is not there ends it with 5, a server without resources with 2, one that is down with 4", async () => {
  const file = config({
    a: embedded({ resources: [] }),
    none: embedded({}),
    dead: server({ stderr: "fatal: missing API_KEY", exit: 3 }),
  });
  const missing = await runHere(["read", "a", "x:a", "--config", file]);
  expect(missing).toMatchObject({ code: EXIT.toolFailed, stdout: "" });
  expect(missing.stderr).toContain('a has no resource "x:a"');
  const none = await runHere(["read", "none", "x:a", "--config", file]);
  expect(none).toMatchObject({ code: EXIT.usage, stdout: "" });
  expect(none.stderr).toContain("none does not declare resources");
  const dead = await runHere(["read", "dead", "x:a", "--config", file]);
  expect(dead).toMatchObject({ code: EXIT.unavailable, stdout: "" });
  expect(dead.stderr).toMatch(
    /dead is unavailable: .*missing API_KEY.* Nothing was sent\.\nx-mcp allow dead .*\n$/,
  );
});

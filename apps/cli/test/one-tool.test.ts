import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";

it("one tool is told whole, by its name or by its server and name, and starts no other server", async () => {
  const file = config({
    a: embedded({ tools: ["search", "echo"] }),
    b: embedded({ tools: ["search", "guide"] }),
    dead: server({ exit: 3 }),
  });
  const whole = [
    'b/guide(place: string, days?: integer = 3, mood?: "calm" | "wild") -> { route: … }\n',
    "  title    The guide\n",
    "  server   b, which calls it guide\n",
    "  claims   changes nothing; stays within its server\n",
    "\n",
    "  Plan a trip.\n",
    "\n",
    "  Nothing is booked.\n",
    "\n",
    "  place: string, required\n",
    "      Where to go.\n",
    "  days: integer = 3\n",
    '  mood: "calm" | "wild"\n',
  ].join("");
  const run = (...words: readonly string[]) => runHere(["tools", ...words, "-c", file]);
  expect(await run("b/guide")).toEqual({ code: EXIT.ok, stdout: whole, stderr: "" });
  expect((await run("guide", "--server", "b")).stdout).toBe(whole);
  const plain = await run("guide");
  expect(plain).toMatchObject({ code: EXIT.ok, stderr: "" });
  expect(plain.stdout).toBe(whole.replace("b/guide(", "guide("));
  const schema = JSON.parse((await run("b/guide", "--schema")).stdout);
  expect(schema).toMatchObject({ type: "object", required: ["place"] });
  const document = JSON.parse((await run("b/guide", "--json")).stdout);
  expect(document).toMatchObject({ name: "b/guide", server: "b", localName: "guide" });
});

it("the tools of one server are listed by names that can always be called, and no other is started", async () => {
  const file = config({
    a: embedded({ tools: ["search"] }),
    b: embedded({ tools: ["search"] }),
    dead: server({ exit: 3 }),
  });
  const run = (...words: readonly string[]) => runHere(["tools", ...words, "-c", file]);
  const listed = await run("b/");
  expect(listed).toEqual({
    code: EXIT.ok,
    stdout: "b: 1 tool\n  b/search() -> object\n      Find something.\n",
    stderr: "",
  });
  expect(await run("--server", "b")).toEqual(listed);
  expect(await run("b/", "--server", "b")).toEqual(listed);
  const { servers } = JSON.parse((await run("b/", "--json")).stdout);
  expect(servers).toMatchObject([{ name: "b", status: "ready" }]);
  expect(await run("dead/")).toMatchObject({ code: EXIT.unavailable, stdout: "" });
});

it.each([
  { words: ["bb/"], says: 'There is no server "bb".' },
  { words: ["b"], says: 'There is no tool "b". Did you mean "b/"?' },
  { words: ["b/serch"], says: 'There is no tool "b/serch". Did you mean "b/search"?' },
  { words: ["a/", "--server", "b"], says: "Two servers are named" },
  { words: ["b/", "--schema"], says: "--schema takes one tool" },
  { words: ["/"], says: "tools takes the name of a tool" },
])(
  "refuses $words with exit code 2 and the name that was likely meant",
  async ({ words, says }) => {
    const file = config({ a: embedded({ tools: ["search"] }), b: embedded({ tools: ["search"] }) });
    const { code, stdout, stderr } = await runHere(["tools", ...words, "-c", file]);
    expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
    expect(stderr).toContain(says);
  },
);

import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded } from "./support/config.js";
import { runHere } from "./support/run-here.js";

/** Calls the tool that gives its arguments back. */
async function echo(...args: readonly string[]) {
  const file = config({ a: embedded({ tools: ["echo"] }) });
  return runHere(["call", "a/echo", ...args, "--config", file]);
}

it("gives each key=value the type that the schema says, and leaves texts alone", async () => {
  const { code, stdout } = await echo(
    "text=12",
    "count=-3",
    "ratio=1.5e3",
    "loud=true",
    "nothing=null",
    'tags=["a","b"]',
    'point={"x":1}',
    "limit=null",
    "either=7",
    "level=2",
    "free=true",
    "unknown=8",
  );
  expect(code).toBe(EXIT.ok);
  expect(JSON.parse(stdout)).toEqual({
    text: "12",
    count: -3,
    ratio: 1500,
    loud: true,
    nothing: null,
    tags: ["a", "b"],
    point: { x: 1 },
    limit: null,
    either: "7",
    level: 2,
    free: "true",
    unknown: "8",
  });
});

it("splits at the first equals sign only, and takes an empty text", async () => {
  const { stdout } = await echo("text=a=b", "free=", "__proto__=x");
  expect(stdout).toBe('{"text":"a=b","free":"","__proto__":"x"}\n');
});

it("lets key=value win over --args, key by key, whose values are taken as they are", async () => {
  const { stdout } = await echo(
    "count=2",
    "--args",
    '{"count": 1, "text": 5, "more": {"deep": []}}',
  );
  expect(JSON.parse(stdout)).toEqual({ count: 2, text: 5, more: { deep: [] } });
});

it("refuses a value that does not fit with exit code 2, naming the key and the type", async () => {
  const expected = {
    "count=1.5": "an integer",
    "count=many": "an integer",
    "count=9007199254740993": "an integer",
    "count=": "an integer",
    "ratio=1e999": "a number",
    "ratio=0x10": "a number",
    "loud=yes": "true or false",
    "nothing=0": "null",
    "tags=a,b": "an array (as JSON)",
    "point=[1]": "an object (as JSON)",
    "limit=none": "an integer or null",
  };
  const runs = await Promise.all(
    Object.entries(expected).map(async ([pair, type]) => ({ pair, type, ...(await echo(pair)) })),
  );
  for (const { pair, type, code, stdout, stderr } of runs) {
    expect({ pair, code, stdout }).toEqual({ pair, code: EXIT.usage, stdout: "" });
    expect(stderr).toContain(`"${pair.split("=")[0]}" has to be ${type}`);
  }
});

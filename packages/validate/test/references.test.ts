import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { codes, validatorOfFile } from "./support/checking.js";

const validator = validatorOfFile();

test("L8, V07, V10: a network $ref is refused by its name, and nobody is asked for it", async () => {
  let asked = 0;
  const server = createServer((_, response) => response.end("{}")).on("connection", () => {
    asked += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}`;
    const schemas = [
      { $ref: `${base}/schema.json` },
      { properties: { a: { $ref: `${base}/schema.json#/$defs/a` } } },
      { $id: `${base}/root.json`, items: { $ref: "schema.json" } },
      { $dynamicRef: `${base}/schema.json` },
      { $schema: "http://json-schema.org/draft-07/schema#", not: { $ref: `${base}/schema.json` } },
    ];
    for (const schema of schemas) {
      expect(await validator.check(schema, {})).toEqual({
        verdict: "bad_schema",
        message: expect.stringContaining(`${base}/schema.json`),
      });
    }
    expect(await validator.check({ $schema: `${base}/schema.json` }, {})).toMatchObject({
      verdict: "unsupported_dialect",
    });
    expect(asked).toBe(0);
    // That it would have been seen.
    await (await fetch(base)).text();
    expect(asked).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
});

test("a $ref to what is not there is refused by its name", async () => {
  expect(await validator.check({ $ref: "#/$defs/none" }, {})).toEqual({
    verdict: "bad_schema",
    message: expect.stringContaining("#/$defs/none"),
  });
});

test.each(["file:///etc/passwd", "data:application/json,1", "node:fs", "package.json"])(
  "a $ref to %s is refused",
  async ($ref) => {
    expect(await validator.check({ $ref }, {})).toEqual({
      verdict: "bad_schema",
      message: expect.stringContaining($ref),
    });
  },
);

test("a $ref to the metaschema of the schema's own dialect needs nobody", async () => {
  const $ref = "https://json-schema.org/draft/2020-12/schema";
  const schema = { properties: { schema: { $ref } } };
  expect(await validator.check(schema, { schema: { type: "string" } })).toEqual({
    verdict: "valid",
  });
  expect(await validator.check(schema, { schema: { type: 1 } })).toMatchObject({
    verdict: "invalid",
  });
});

test("a recursive schema follows its value", async () => {
  const schema = { properties: { next: { $ref: "#" } }, required: ["n"] };
  const verdict = await validator.check(schema, { n: 1, next: { n: 2, next: {} } });
  expect(verdict).toMatchObject({ verdict: "invalid", errors: [{ path: "/next/next" }] });
});

test("L8: schemas of two tools with the same $id are kept apart", async () => {
  const text = {
    $id: "https://example.com/result",
    $ref: "#/$defs/it",
    $defs: { it: { type: "string" } },
  };
  const number = { ...text, $defs: { it: { type: "number" } } };
  const verdicts = [
    await validator.check(text, "a"),
    await validator.check(number, 1),
    await validator.check(text, 1),
    await validator.check(number, "a"),
  ];
  expect(codes(verdicts)).toEqual(["valid", "valid", "invalid", "invalid"]);
});

test("a schema cannot pass for a metaschema", async () => {
  const $id = "https://json-schema.org/draft/2020-12/schema";
  await validator.check({ $id, not: {} }, {});
  expect(await validator.check({ type: "strin" }, {})).toMatchObject({ verdict: "bad_schema" });
  expect(await validator.check({ $ref: $id }, { type: "string" })).toEqual({ verdict: "valid" });
});

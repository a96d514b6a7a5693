import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  encode,
  type JsonObject,
  type ModernStampContext,
  type StampContext,
  type StampOptions,
  stamp,
  WireError,
} from "../src/index.js";

const MODERN: ModernStampContext = {
  era: "modern",
  revision: "2026-07-28",
  capabilities: { elicitation: {} },
  clientInfo: { name: "host", version: "1.2.3" },
};
const LEGACY: StampContext = { era: "legacy", revision: "2025-06-18" };

/** What a caller must not be able to say. */
const FORGED = {
  progressToken: "stolen",
  "io.modelcontextprotocol/protocolVersion": "1999-01-01",
  "io.modelcontextprotocol/clientCapabilities": { sampling: {} },
  "io.modelcontextprotocol/clientInfo": { name: "other", version: "0" },
  "io.modelcontextprotocol/logLevel": "debug",
  "io.modelcontextprotocol/subscriptionId": 1,
  "io.modelcontextprotocol/serverInfo": { name: "s", version: "0" },
};
const OWN = {
  traceparent: `00-${"1".repeat(32)}-${"2".repeat(16)}-01`,
  "com.example/tenant": [1],
};

describe("a modern request", () => {
  it("is these bytes", () => {
    const request = { id: 7, method: "tools/call", params: { name: "search", arguments: {} } };
    expect(encode(stamp(request, MODERN))).toBe(
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search","arguments":{},' +
        '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",' +
        '"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}},' +
        '"io.modelcontextprotocol/clientInfo":{"name":"host","version":"1.2.3"}}}}\n',
    );
  });

  it("has params for its _meta even where none are given", () => {
    const { clientInfo, ...context } = MODERN;
    expect(encode(stamp({ id: "a", method: "tools/list" }, context))).toBe(
      '{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{' +
        '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",' +
        '"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}\n',
    );
  });

  it("carries a progress token and a log level where they are asked for", () => {
    const options = { progressToken: 0, logLevel: "warning" };
    expect(stamp({ id: 1, method: "m" }, MODERN, options).params?.["_meta"]).toMatchObject({
      progressToken: 0,
      "io.modelcontextprotocol/logLevel": "warning",
    });
  });

  it("keeps the caller's own _meta keys and none of ours that the caller gave", () => {
    const params = { a: 1, _meta: { ...OWN, ...FORGED } };
    expect(stamp({ id: 1, method: "m", params }, MODERN).params).toEqual({
      a: 1,
      _meta: {
        ...OWN,
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
        "io.modelcontextprotocol/clientInfo": { name: "host", version: "1.2.3" },
      },
    });
  });

  it("does not say who the client is where the host does not want it, whatever the caller says", () => {
    const { clientInfo, ...context } = MODERN;
    const params = { _meta: FORGED };
    expect(encode(stamp({ id: 1, method: "m", params }, context))).not.toMatch(/clientInfo/);
  });
});

describe("a legacy request", () => {
  it("is these bytes", () => {
    const request = { id: 7, method: "tools/call", params: { name: "search", arguments: {} } };
    expect(encode(stamp(request, LEGACY, { logLevel: "debug" }))).toBe(
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search","arguments":{}}}\n',
    );
  });

  it.each([undefined, {}, { _meta: {} }, { _meta: FORGED }, { _meta: undefined }])(
    "has no params where there is nothing in them: %j",
    (params) => {
      const request = params === undefined ? {} : { params };
      expect(encode(stamp({ id: 7, method: "tools/list", ...request }, LEGACY))).toBe(
        '{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n',
      );
    },
  );

  it("has _meta for the caller's own keys and for a progress token, and nothing modern", () => {
    const params = { a: 1, _meta: { ...FORGED, ...OWN } };
    expect(stamp({ id: 1, method: "m", params }, LEGACY).params).toEqual({ a: 1, _meta: OWN });
    expect(encode(stamp({ id: 1, method: "m" }, LEGACY, { progressToken: "t" }))).toBe(
      '{"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"progressToken":"t"}}}\n',
    );
  });
});

describe("stamping", () => {
  it("leaves behind members that are not a request's", () => {
    const request = { jsonrpc: "1.0", id: 1, method: "m", result: {}, x: 1 };
    expect(Object.keys(stamp(request, MODERN))).toEqual(["jsonrpc", "id", "method", "params"]);
  });

  it("changes nothing it was given, and gives a new object each time", () => {
    const params = Object.freeze({ a: 1, _meta: Object.freeze({ ...OWN }) });
    const request = Object.freeze({ id: 1, method: "m", params });
    for (const context of [MODERN, LEGACY]) {
      const [first, second] = [stamp(request, context), stamp(request, context)];
      expect(first).toEqual(second);
      expect(first.params?.["_meta"]).not.toBe(second.params?.["_meta"]);
    }
    expect(request).toEqual({ id: 1, method: "m", params: { a: 1, _meta: OWN } });
  });

  it.each([null, undefined, 1.5, Number.NaN, 2 ** 53, {}, true])("refuses the id %j", (id) => {
    for (const context of [MODERN, LEGACY]) {
      expect(() => stamp({ id: id as never, method: "m" }, context)).toThrow(
        expect.objectContaining({ name: "WireError", code: "invalid_id" }),
      );
    }
  });

  it("refuses a progress token that is no id", () => {
    const options = { progressToken: null as never };
    expect(() => stamp({ id: 1, method: "m" }, MODERN, options)).toThrow(
      expect.objectContaining({ code: "invalid_id" }),
    );
  });

  it.each(["a b", "/x", "1.2/x", "__proto__"])("refuses the _meta key %j and names it", (key) => {
    const params = JSON.parse(`{"_meta":{${JSON.stringify(key)}:1}}`) as JsonObject;
    for (const context of [MODERN, LEGACY]) {
      const stamped = () => stamp({ id: 1, method: "m", params }, context);
      expect(stamped).toThrow(WireError);
      expect(stamped).toThrow(expect.objectContaining({ code: "invalid_meta_key" }));
      expect(stamped).toThrow(JSON.stringify(key));
    }
  });

  it.each([null, "x", [], 1])("refuses the _meta %j", (meta) => {
    expect(() => stamp({ id: 1, method: "m", params: { _meta: meta } }, MODERN)).toThrow(
      expect.objectContaining({ code: "invalid_meta_key" }),
    );
  });

  it("twice is stamping once", () => {
    const ids = fc.oneof(fc.string(), fc.maxSafeInteger());
    const metaKeys = fc.constantFrom("parent", "a/b", "7", ...Object.keys(FORGED));
    const meta = fc.dictionary(metaKeys, fc.jsonValue());
    const params = fc.tuple(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.option(meta, { nil: undefined }),
      fc.dictionary(fc.string(), fc.jsonValue()),
    );
    const contexts = fc.constantFrom<StampContext>(
      MODERN,
      { era: "modern", revision: "2026-07-28", capabilities: {} },
      LEGACY,
    );
    const options = fc.record<StampOptions>(
      { progressToken: ids, logLevel: fc.constantFrom("debug", "error") },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(ids, params, contexts, options, (id, [before, own, after], context, wishes) => {
        const given = { ...before, ...(own === undefined ? {} : { _meta: own }), ...after };
        fc.pre(own !== undefined || !("_meta" in given));
        const request = { id, method: "m", params: { ...given, ...(own && { _meta: own }) } };
        const once = stamp(request, context, wishes);
        const twice = stamp(once, context, wishes);
        expect(twice).toStrictEqual(once);
        expect(encode(twice)).toBe(encode(once));
      }),
    );
  });
});

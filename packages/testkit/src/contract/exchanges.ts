import type { Point } from "./point.js";
import { wants } from "./seen.js";

/** What becomes of a request and the answers to it. */
export const EXCHANGES: readonly Point[] = [
  {
    name: "Responses settle the requests with their ids, whatever their order",
    era: "modern",
    script: `
> {"id":1,"method":"tools/call"}
> {"id":2,"method":"tools/list"}
< {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","of":"second"}}
< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","of":"first"}}`,
    run: async (scene) => {
      const first = scene.ask();
      const second = scene.ask({}, "tools/list");
      await scene.ends(first, { type: "response", response: { result: { of: "first" } } });
      await scene.ends(second, { type: "response", response: { result: { of: "second" } } });
    },
  },
  {
    name: "A JSON-RPC error is a response",
    era: "modern",
    script: `
> {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such tool","data":{"x":1}}}`,
    run: async (scene) => {
      const error = { code: -32602, message: "no such tool", data: { x: 1 } };
      await scene.ends(scene.ask(), { type: "response", response: { error } });
    },
  },
  {
    name: "No id is given twice, and each can be the id of a request",
    script: "",
    run: async ({ connection }) => {
      const ids = Array.from({ length: 1000 }, () => connection.ids.next());
      wants(new Set(ids).size, 1000, "ids that are given once");
      const unusable = ids.filter((id) => typeof id !== "string" && !Number.isSafeInteger(id));
      wants(unusable, [], "ids that are neither a string nor an integer");
    },
  },
  {
    name: "An id of another type, one that was never sent and a second answer are faults, and the right answer still counts",
    era: "modern",
    script: `
> {"id":1,"method":"tools/call"}
> {"id":2,"method":"tools/list"}
< {"jsonrpc":"2.0","id":"\${text 1}","result":{"resultType":"complete"}}
< {"jsonrpc":"2.0","id":987654321,"result":{"resultType":"complete"}}
< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","right":true}}
< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}
< {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete"}}`,
    run: async (scene) => {
      const asked = scene.ask();
      const other = scene.ask({}, "tools/list");
      await scene.ends(asked, { type: "response", response: { result: { right: true } } });
      await scene.ends(other, { type: "response" });
      await scene.until(scene.faults, 3, "a fault for each of three wrong ids");
      const { id } = asked.request;
      const wrong = [String(id), 987654321, id].map((one) => `unknown_id ${JSON.stringify(one)}`);
      const seen = scene.faults.map((fault) => `${fault.code} ${JSON.stringify(fault.id)}`);
      // Two of them may have come on different streams.
      wants([...seen].sort(), wrong.sort(), "the faults");
    },
  },
  {
    name: "While the era is negotiated, a response with a foreign id settles the exchange as malformed",
    script: `
> {"id":1,"method":"server/discover"}
< {"jsonrpc":"2.0","id":"\${text 1}","result":{}}`,
    run: async (scene) => {
      const asked = scene.ask({}, "server/discover");
      await scene.ends(asked, { type: "malformed", fault: { code: "unknown_id" } });
    },
  },
  {
    name: "An invalid envelope settles the exchange whose id it has, and no other",
    era: "modern",
    script: `
> {"id":1,"method":"tools/call"}
> {"id":2,"method":"tools/list"}
< {"jsonrpc":"2.0","id":\${1},"result":{},"error":{"code":1,"message":"both"}}
< {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete"}}`,
    run: async (scene) => {
      const first = scene.ask();
      const second = scene.ask({}, "tools/list");
      await scene.ends(first, { type: "malformed", fault: { code: "result_and_error" } });
      await scene.ends(second, { type: "response" });
    },
  },
  {
    name: "Text that is no message, and an error without an id, are faults, and the exchange goes on",
    era: "modern",
    script: `
> {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}
< Starting server...
< {"level":"info","msg":"ready"}
< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}
< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`,
    run: async (scene) => {
      await scene.ends(scene.ask(), { type: "response" });
      const codes = scene.faults.map(({ code }) => code);
      wants(codes, ["not_json", "wrong_jsonrpc", "null_id"], "the faults");
      wants(scene.faults[0], { text: "Starting server..." }, "the first of them");
    },
  },
  {
    name: "A modern result without resultType is delivered, and is a fault",
    era: "modern",
    script: `
> {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","id":1,"result":{}}`,
    run: async (scene) => {
      await scene.ends(scene.ask(), { type: "response" });
      await scene.until(scene.faults, 1, "a fault");
      wants(scene.faults[0], { code: "absent_result_type" }, "the fault");
    },
  },
  {
    name: "A request whose id is pending, or that is not JSON, is refused before anything is sent",
    era: "modern",
    script: `> {"id":1,"method":"tools/call"}`,
    run: async (scene) => {
      const { connection } = scene;
      const options = { totalMs: 1000, onAbandon: "silent" } as const;
      const refusal = async (
        request: Parameters<typeof connection.exchange>[0],
      ): Promise<unknown> => {
        const ended = connection.exchange(request, options).then(
          (outcome) => outcome,
          (error: unknown) => error,
        );
        return scene.within(ended, "a refusal");
      };
      const { request } = scene.ask();
      wants(code(await refusal(request)), "duplicate_id", "the refusal of an id");
      const unwritable = { ...request, id: connection.ids.next(), params: { big: 1n } };
      wants(code(await refusal(unwritable)), "not_serializable", "the refusal of a value");
      await scene.pass(0);
      wants(scene.taps.length, 1, "frames that were sent");
    },
  },
];

function code(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : error;
}

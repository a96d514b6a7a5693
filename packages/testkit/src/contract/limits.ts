import type { Point } from "./point.js";
import { wants } from "./seen.js";

/** What becomes of frames over the limit. */
export function limits(maxFrameBytes: number): readonly Point[] {
  const fill = `\${fill ${2 * maxFrameBytes}}`;
  return [
    {
      name: "A frame over the limit fails the call that it answers, with limit and size, and no other",
      era: "modern",
      script: `
> {"id":1,"method":"tools/call"}
> {"id":2,"method":"tools/list"}
< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","text":"${fill}"}}
< {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete"}}`,
      run: async (scene) => {
        const first = scene.ask();
        const second = scene.ask({}, "tools/list");
        await scene.ends(first, { type: "too_large", limitBytes: maxFrameBytes });
        const sizeBytes = first.outcome?.type === "too_large" ? first.outcome.sizeBytes : 0;
        wants(sizeBytes > maxFrameBytes, true, `a size over the limit (it is ${sizeBytes})`);
        await scene.ends(second, { type: "response" });
      },
    },
    {
      name: "A frame over the limit that answers no known call ends the connection",
      era: "modern",
      over: ["too_large"],
      only: {
        carrier: "duplex",
        because: "A frame that comes on the stream of a request can only be meant for it.",
      },
      script: `
> {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","result":{"resultType":"complete","text":"${fill}"}}`,
      run: async (scene) => {
        const reason = { type: "too_large", limitBytes: maxFrameBytes };
        await scene.ends(scene.ask(), { type: "closed", reason });
        wants(await scene.within(scene.connection.closed, "closed"), reason, "the reason");
      },
    },
    {
      name: "A frame over the limit that names no call fails the one on whose stream it came, and no other",
      era: "modern",
      only: { carrier: "streams", because: "The stream of a duplex belongs to no call." },
      script: `
> {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}
> {"id":2,"method":"tools/list"}
< {"jsonrpc":"2.0","result":{"resultType":"complete","text":"${fill}"}}
< {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete"}}`,
      run: async (scene) => {
        const { list, onNotification } = scene.own();
        const asked = scene.ask({ onNotification });
        await scene.until(list, 1, "progress");
        await scene.roundTrip();
        await scene.ends(asked, { type: "too_large", limitBytes: maxFrameBytes });
      },
    },
  ];
}

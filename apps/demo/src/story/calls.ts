import { type JsonObject, PROTOCOL_VERSION_KEY } from "@x/wire";
import type { Frame } from "../wire-log.js";
import type { Section } from "./section.js";

/** One call, and what has to come of it. */
export interface DemoCall {
  readonly canonical: string;
  readonly args: JsonObject;
  readonly owner: string;
  readonly local: string;
  /** In the `_meta` of the request; a legacy request has none. */
  readonly revision: string | undefined;
  readonly structured: unknown;
}

/** The calls of the story, in order. */
export const CALLS: readonly DemoCall[] = [
  {
    canonical: "search",
    args: { query: "shipped" },
    owner: "notes",
    local: "search",
    revision: "2026-07-28",
    structured: { notes: [{ id: 2, text: "Order 123456 was shipped on Monday." }] },
  },
  {
    canonical: "files/search",
    args: { query: "shipped" },
    owner: "files",
    local: "search",
    revision: "2026-07-28",
    structured: {
      matches: [
        {
          path: "shipping.md",
          line: 4,
          text: "An order that was shipped can no longer be changed; ask for a refund instead.",
        },
      ],
    },
  },
  {
    canonical: "get_order_status",
    args: { order_id: "123456" },
    owner: "demo-orders",
    local: "get_order_status",
    revision: undefined,
    structured: { order_id: "123456", status: "shipped" },
  },
  {
    canonical: "get_order_status",
    args: { order_id: "12-34" },
    owner: "demo-orders",
    local: "get_order_status",
    revision: undefined,
    structured: { error: "order_id must be exactly 6 digits" },
  },
  {
    canonical: "get_invoice",
    args: { order_id: "123456" },
    owner: "invoices",
    local: "get_invoice",
    revision: undefined,
    structured: { number: "R-1007", order_id: "123456", rupees: 4200, paid: true },
  },
];

/** Canonical name in, local name on the wire: calls that reach their owner and nobody else. */
export async function tellCalls(section: Section): Promise<void> {
  section.printer.heading("3. Calls find their owner");
  for (const call of CALLS) await tellCall(call, section);
}

async function tellCall(call: DemoCall, { host, printer, expectations }: Section): Promise<void> {
  const { canonical, args, owner, local, revision, structured } = call;
  const place = host.wire.length;
  const result = await host.client.callTool(canonical, args).catch((error: unknown) => error);
  const frames = host.wire.since(place);
  printer.line(`\n${canonical} ${JSON.stringify(args)}`);
  for (const { direction, text } of frames) printer.frame(direction, text);
  const meta = revision === undefined ? "no _meta" : `revision ${revision} in its _meta`;
  expectations.equal(
    `one frame was sent, to ${owner}; its bytes say tools/call, params.name "${local}", ${meta}`,
    frames.filter(({ direction }) => direction === "sent").map(sentCall),
    [{ peer: owner, method: "tools/call", name: local, revision }],
  );
  expectations.equal(`result: ${JSON.stringify(structured)}`, structuredOf(result), structured);
}

/** What the bytes of a call say. */
function sentCall({ peer, message }: Frame): object {
  const params = message?.params;
  return {
    peer,
    method: message?.method,
    name: params?.["name"],
    revision: params?._meta?.[PROTOCOL_VERSION_KEY],
  };
}

function structuredOf(result: unknown): unknown {
  if (result instanceof Error) return result.message;
  return typeof result === "object" && result !== null && "structuredContent" in result
    ? result.structuredContent
    : result;
}

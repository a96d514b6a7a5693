import type { Budget } from "./budget.js";
import type { Unit } from "./quantity.js";
import { atLeast, atMost, type Row, row } from "./row.js";

/** The rows over HTTP, in the order in which they are shown. */
export const HTTP_ROWS: readonly Row[] = [
  ...repliesOf("JSON", "json"),
  ...repliesOf("SSE", "sse"),
  ...backEnds("http-endpoints.connectedMs", "100 endpoints connected and listed", "ms"),
  ...backEnds("http-endpoints.cpuMs", "CPU of the client for it", "ms"),
];

/** What is promised of replies of one kind is promised of the other. */
function repliesOf(kind: string, replies: "json" | "sse"): readonly Row[] {
  const throughput = `http-throughput-${replies}`;
  const latency = `http-latency-${replies}`;
  const cold = `http-cold-${replies}`;
  const bodies = `http-bodies-${replies}`;
  const twice = atMost(2, "bare");
  return [
    ...backEnds(`${throughput}.callsPerSecond`, `${kind}: calls a second, 64 in flight`, "1/s", {
      node: atLeast(4.5, "official"),
      dispatch: atLeast(12, "official"),
    }),
    ...backEnds(`${throughput}.cpuUs`, `${kind}: CPU a call, 64 in flight`, "us", {
      node: atMost(1.5, "bare"),
      dispatch: atMost(1.4, "bare"),
    }),
    ...backEnds(`${latency}.p50Us`, `${kind}: lone call, p50`, "us"),
    ...backEnds(`${latency}.p99Us`, `${kind}: lone call, p99`, "us", {
      node: twice,
      dispatch: twice,
    }),
    ...backEnds(`${cold}.answeredMs`, `${kind}: import to first answer`, "ms"),
    ...backEnds(`${cold}.callUs`, `${kind}: mean of calls 2 to 100`, "us"),
    row(`${bodies}.smallMs`, `${kind}: body of 1 MiB`, "ms"),
    row(`${bodies}.middleMs`, `${kind}: body of 8 MiB`, "ms"),
    ...backEnds(`${bodies}.largeMs`, `${kind}: body of 32 MiB`, "ms"),
    ...backEnds(`${bodies}.growth`, `${kind}: a MiB of it against one of 8`, "x"),
  ];
}

/** Three rows of one measure: each back end of ours beside its own limit, and the usual one beside `fetch`. */
function backEnds(
  id: string,
  title: string,
  unit: Unit,
  budgets: { readonly node?: Budget; readonly dispatch?: Budget } = {},
): readonly Row[] {
  return [
    row(id, title, unit, budgets.node),
    row(`${id}.dispatch`, "  with dispatch", unit, budgets.dispatch),
    row(`${id}.fetch`, "  beside bare fetch", unit),
  ];
}

import type { ListReading, ListSource } from "@x/lists";
import type { TraceContext } from "@x/wire";
import { type Asking, type Observer, observed } from "./observed.js";
import type { OperationFailure } from "./operation.js";

/** How the read of a list is observed, and where it belongs in a trace. */
export interface ObservedListOptions {
  readonly observer: Observer | undefined;
  /** Never throws, and gives valid ones only. */
  readonly trace: (() => TraceContext | undefined) | undefined;
  readonly asking: Asking;
}

/**
 * Reads a list. Where its server is asked for that, it is one operation over all pages, and each page is
 * asked for in its trace.
 */
export function observedList(
  { observer, trace, asking }: ObservedListOptions,
  source: ListSource,
  read: (source: ListSource) => Promise<ListReading>,
): Promise<ListReading> {
  let isBegun = false;
  let context: TraceContext | undefined;
  const reading = read(async (signal) => {
    if (!isBegun) {
      isBegun = true;
      const begin = (): Promise<ListReading> => {
        context = trace?.();
        return reading;
      };
      // Whoever reads the list gets what it rejects with.
      observed(observer, asking, begin, listFailure).catch(() => {});
    }
    const channel = await source(signal);
    if (channel.type !== "channel" || context === undefined) return channel;
    const { stamp } = channel;
    const _meta = context;
    return {
      ...channel,
      stamp: (request) => stamp({ ...request, params: { ...request.params, _meta } }),
    };
  });
  return reading;
}

function listFailure(reading: ListReading): OperationFailure | undefined {
  switch (reading.type) {
    case "current":
    case "outdated":
      return undefined;
    case "stale":
    case "failed": {
      const { problem } = reading.failure;
      const { code } = problem;
      return code === "rpc_error" ? { code, rpcCode: problem.rpcCode } : { code };
    }
    case "aborted":
      return { code: "aborted" };
  }
}

import type { StandingAnswer } from "./transcript.js";

/** What a sound server of an era answers to whatever it is asked: `* modern` and `* legacy`. */
export function standingAnswers(server: "modern" | "legacy"): readonly StandingAnswer[] {
  return server === "modern" ? MODERN : LEGACY;
}

const TOOL = {
  name: "echo",
  description: "Says that it is done.",
  inputSchema: { type: "object" },
};
const CONTENT = [{ type: "text", text: "done" }];
const COMPLETE = { resultType: "complete" };
const UNCACHED = { ttlMs: 0, cacheScope: "private" };

const MODERN: readonly StandingAnswer[] = [
  result("server/discover", {
    ...COMPLETE,
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    ...UNCACHED,
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "modern", version: "1.0.0" } },
  }),
  result("tools/list", { ...COMPLETE, tools: [TOOL], ...UNCACHED }),
  result("tools/call", { ...COMPLETE, content: CONTENT }),
  methodNotFound(),
  nothing("notifications/cancelled"),
];

const LEGACY: readonly StandingAnswer[] = [
  result("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "legacy", version: "1.0.0" },
  }),
  nothing("notifications/initialized"),
  result("ping", {}),
  result("tools/list", { tools: [TOOL] }),
  result("tools/call", { content: CONTENT }),
  methodNotFound(),
  nothing("notifications/cancelled"),
];

function result(method: string, value: object): StandingAnswer {
  return answer({ id: 1, method }, { jsonrpc: "2.0", id: 1, result: value });
}

function methodNotFound(): StandingAnswer {
  const error = { code: -32601, message: "Method not found" };
  return answer({ id: 1 }, { jsonrpc: "2.0", id: 1, error });
}

function nothing(method: string): StandingAnswer {
  return { line: 0, message: { method }, steps: [] };
}

function answer(message: StandingAnswer["message"], reply: object): StandingAnswer {
  const text = JSON.stringify(reply);
  return { line: 0, message, steps: [{ type: "write", line: 0, text }] };
}

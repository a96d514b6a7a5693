/**
 * The client that the official conformance suite judges: one process a scenario, told by the environment
 * which one, with the server's URL as the last argument.
 */
import { Client } from "@x/client";
import { httpTransport } from "@x/transport-http";
import { stdioTransport } from "@x/transport-stdio";
import { asksForInput, input } from "./input.js";
import { scenarioNamed } from "./scenarios.js";
import type { Scene } from "./scene.js";

const url = process.argv.at(-1) ?? "";
const name = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const revision = process.env["MCP_CONFORMANCE_PROTOCOL_VERSION"] ?? "2026-07-28";
const context: unknown = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}");

await using client = new Client({
  clientInfo: { name: "x-mcp-conformance", version: "1.0.0" },
  ...(asksForInput(name) ? { input } : {}),
});
const bridge = process.env["CONFORMANCE_BRIDGE"];
const transport =
  bridge === undefined
    ? httpTransport({ url })
    : stdioTransport({ command: process.execPath, args: [bridge, url] });
const scene: Scene = { client, context, revision, transport };
// The suite's servers of 2025 take `initialize`; that is the operator's word, as everywhere.
client.addServer("server", transport, {
  allowLegacy: revision < "2026-07-28",
  // The suite may start forty clients at once; it waits for half a minute itself.
  probeTimeoutMs: 20_000,
});
await scenarioNamed(name)(scene);

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AllowLegacy } from "@x/era";

/** One published server, in the version that package.json pins, and what is expected of it. */
export interface PublishedServer {
  readonly package: string;
  readonly args?: readonly string[];
  readonly env?: { readonly [name: string]: string };
  readonly allowLegacy: AllowLegacy;
  readonly era: "modern" | "legacy";
  readonly revision: string;
  /** Some of its tools, by local name. */
  readonly tools: readonly string[];
  /** A call that needs nothing but this machine, where there is one. */
  readonly call?: { readonly tool: string; readonly args: object; readonly answer: RegExp };
}

const MODERN = { allowLegacy: false, era: "modern", revision: "2026-07-28" } as const;
const LEGACY = { allowLegacy: true, era: "legacy", revision: "2025-11-25" } as const;
/** No server of a test talks to anything but this machine; on this port nobody listens. */
const NOWHERE = "http://127.0.0.1:9";

/** The servers, with `folder` for whatever they read and write. */
export function publishedServers(folder: string): { readonly [name: string]: PublishedServer } {
  writeFileSync(join(folder, "hello.txt"), "hello from a file");
  writeFileSync(
    join(folder, "kubeconfig"),
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": "nowhere",
      clusters: [{ name: "nowhere", cluster: { server: NOWHERE } }],
      contexts: [{ name: "nowhere", context: { cluster: "nowhere", user: "nobody" } }],
      users: [{ name: "nobody", user: {} }],
    }),
  );
  return {
    everything: {
      package: "@modelcontextprotocol/server-everything",
      ...LEGACY,
      tools: ["echo", "get-sum"],
      call: { tool: "echo", args: { message: "é😀" }, answer: /é😀/ },
    },
    filesystem: {
      package: "@modelcontextprotocol/server-filesystem",
      args: [folder],
      ...LEGACY,
      tools: ["read_text_file", "write_file"],
      call: {
        tool: "read_text_file",
        args: { path: join(folder, "hello.txt") },
        answer: /hello from a file/,
      },
    },
    memory: {
      package: "@modelcontextprotocol/server-memory",
      env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") },
      ...LEGACY,
      tools: ["create_entities", "read_graph"],
      call: { tool: "read_graph", args: {}, answer: /"entities"/ },
    },
    "sequential-thinking": {
      package: "@modelcontextprotocol/server-sequential-thinking",
      env: { DISABLE_THOUGHT_LOGGING: "true" },
      ...LEGACY,
      tools: ["sequentialthinking"],
      call: {
        tool: "sequentialthinking",
        args: { thought: "x", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
        answer: /"thoughtNumber": 1/,
      },
    },
    "memory-0.6.2": {
      package: "server-memory-legacy",
      ...LEGACY,
      revision: "2024-11-05",
      tools: ["create_entities", "read_graph"],
      call: { tool: "search_nodes", args: { query: "nothing" }, answer: /"entities"/ },
    },
    searxng: {
      package: "mcp-searxng",
      env: { SEARXNG_URL: NOWHERE },
      ...MODERN,
      tools: ["searxng_web_search"],
    },
    dbhub: {
      package: "@bytebase/dbhub",
      args: ["--transport", "stdio", "--dsn", "sqlite:///:memory:"],
      ...MODERN,
      tools: ["execute_sql"],
      call: { tool: "execute_sql", args: { sql: "select 41 + 1 as answer" }, answer: /42/ },
    },
    context7: {
      package: "@upstash/context7-mcp",
      ...MODERN,
      tools: ["resolve-library-id"],
    },
    kubb: {
      package: "@kubb/mcp",
      ...MODERN,
      tools: ["validate"],
      call: { tool: "validate", args: { input: join(folder, "absent.yaml") }, answer: /absent/ },
    },
    obsidian: {
      package: "obsidian-mcp",
      args: [folder],
      ...MODERN,
      tools: ["obsidian_list_vaults"],
      call: { tool: "obsidian_list_vaults", args: {}, answer: /vault/i },
    },
    kubernetes: {
      package: "kubernetes-mcp-server",
      args: ["--kubeconfig", join(folder, "kubeconfig")],
      ...MODERN,
      tools: ["configuration_view"],
      call: { tool: "configuration_view", args: {}, answer: /127\.0\.0\.1:9/ },
    },
    resend: {
      package: "resend-mcp",
      env: { RESEND_API_KEY: "re_no_such_key" },
      ...MODERN,
      tools: ["send-email"],
    },
  };
}

/** The script that a package's `bin` names. */
export function binOf(name: string): string {
  const folder = join(import.meta.dirname, "../node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const path = typeof bin === "string" ? bin : Object.values<string>(bin)[0];
  if (path === undefined) throw new Error(`${name} has no program.`);
  return join(folder, path);
}

import type { EditorFile } from "./files.js";

/** One server of a file, and the line that it is declared on. */
export type Meaning = Readonly<Record<string, unknown>> & { readonly line: number };

/** What is the same of all servers in these files. */
const DEFAULTS = { allowLegacy: false, variables: {}, passwords: [], ignoredKeys: [] };
const stdio = { ...DEFAULTS, type: "stdio", args: [], env: {} };
const http = { ...DEFAULTS, type: "http", headers: {}, allowInsecure: false };

/** What each file means, by what its editor documents. */
export const MEANINGS: Readonly<Record<EditorFile, readonly Meaning[]>> = {
  "claude-desktop-mac": [
    {
      ...stdio,
      name: "filesystem",
      line: 4,
      command: "npx",
      args: [
        "-y",
        "@modelcontextprotocol/server-filesystem",
        "/Users/ada/Desktop",
        "/Users/ada/Library/Mobile Documents",
      ],
    },
    {
      ...stdio,
      name: "weather",
      line: 13,
      command: "/Users/ada/.local/bin/uv",
      args: ["--directory", "/Users/ada/src/weather", "run", "weather.py"],
      env: { WEATHER_API_KEY: "REPLACED-weather-key" },
    },
  ],
  "claude-desktop-windows": [
    {
      ...stdio,
      name: "sqlite",
      line: 3,
      command: "C:\\Python312\\Scripts\\uvx.exe",
      args: ["mcp-server-sqlite", "--db-path", "C:\\Users\\Ada\\Documents\\test.db"],
    },
    {
      ...stdio,
      name: "slack",
      line: 11,
      command: "cmd",
      args: ["/c", "npx", "-y", "@modelcontextprotocol/server-slack"],
      env: {
        SLACK_BOT_TOKEN: "REPLACED-bot-token",
        APPDATA: "C:\\Users\\Ada\\AppData\\Roaming",
      },
    },
  ],
  "claude-code-project": [
    {
      ...http,
      name: "tickets",
      line: 3,
      url: "https://tickets.example.com/mcp",
      headers: { Authorization: "Bearer ticket-token" },
      variables: { TICKETS_TOKEN: "ticket-token" },
    },
    {
      ...stdio,
      name: "database",
      line: 10,
      command: "npx",
      args: ["-y", "@example/mcp-postgres", "--schema", "public"],
      env: { DATABASE_URL: "postgres://localhost/shop", PRICE_IN: "US$" },
    },
    { ...http, name: "events", line: 19, url: "https://events.example.com/sse" },
  ],
  "claude-code-user": [
    {
      ...http,
      name: "docs",
      line: 30,
      url: "https://docs.example.com/mcp",
      headers: { DOCS_API_KEY: "REPLACED-docs-key" },
    },
  ],
  "cursor-project": [
    {
      ...stdio,
      name: "local-tools",
      line: 3,
      command: "python",
      args: ["/home/ada/shop/tools/mcp_server.py", "--name", "shop"],
      // The file's own say over the one in `envFile`.
      env: {
        LOG_LEVEL: "info",
        BUCKET: "shop data",
        NODE_OPTIONS: "--inspect",
        API_KEY: "local-key",
        CACHE: "/home/ada/.cache/tools",
      },
      variables: { LOCAL_API_KEY: "local-key" },
    },
    { ...http, name: "design", line: 13, url: "http://127.0.0.1:3845/sse" },
    {
      ...http,
      name: "hosted",
      line: 16,
      url: "https://api.example.com/mcp",
      headers: { Authorization: "Bearer hosted-token" },
      variables: { HOSTED_TOKEN: "hosted-token" },
      ignoredKeys: ["auth"],
    },
  ],
  windsurf: [
    {
      ...stdio,
      name: "github",
      line: 3,
      command: "docker",
      args: [
        "run",
        "-i",
        "--rm",
        "-e",
        "GITHUB_PERSONAL_ACCESS_TOKEN",
        "ghcr.io/github/github-mcp-server",
      ],
      env: { GITHUB_PERSONAL_ACCESS_TOKEN: "github-token" },
      variables: { GITHUB_TOKEN: "github-token" },
      ignoredKeys: ["disabledTools"],
    },
    {
      ...http,
      name: "figma",
      line: 19,
      url: "https://mcp.example.com/mcp",
      headers: { "X-Api-Key": "figma-key" },
      variables: { FIGMA_KEY: "figma-key" },
    },
  ],
  "gemini-cli": [
    {
      ...stdio,
      name: "python-tools",
      line: 8,
      command: "python",
      args: ["-m", "my_mcp_server", "--port", "8080", "-v", "/home/ada/shop:/workspace"],
      cwd: "./mcp-servers/python",
      env: { DATABASE_URL: "db-connection", API_KEY: "external-key", COST: "5$" },
      variables: {
        PWD: "/home/ada/shop",
        DB_CONNECTION_STRING: "db-connection",
        EXTERNAL_API_KEY: "external-key",
      },
      ignoredKeys: ["timeout"],
    },
    {
      ...http,
      name: "maps",
      line: 19,
      url: "https://maps.example.com/mcp",
      headers: { "X-Goog-Api-Key": "maps-key", Accept: "application/json, text/event-stream" },
      variables: { MAPS_KEY: "maps-key" },
      ignoredKeys: ["timeout", "trust", "includeTools"],
    },
    {
      ...http,
      name: "streamed",
      line: 29,
      url: "http://localhost:8080/sse",
      ignoredKeys: ["authProviderType", "oauth"],
    },
  ],
  "vscode-workspace": [
    {
      ...stdio,
      name: "perplexity",
      line: 24,
      command: "npx",
      args: ["-y", "server-perplexity-ask"],
      env: { PERPLEXITY_API_KEY: "pplx-secret" },
      passwords: ["pplx-secret"],
    },
    {
      ...stdio,
      name: "storage",
      line: 32,
      command: "/home/ada/bin/storage-mcp",
      args: ["--root", "/home/ada/shop/data", "--region", "us-east-1"],
      cwd: "/home/ada/shop",
      // A number is a text, and `null` takes away what the file of variables has.
      env: { LOG_LEVEL: "debug", BUCKET: "shop data", API_KEY: "from-file", PORT: "9000" },
      variables: { "input:region": "us-east-1" },
      ignoredKeys: ["dev"],
    },
    {
      ...http,
      name: "github",
      line: 45,
      url: "https://api.githubcopilot.com/mcp/",
      headers: { Authorization: "Bearer github-token" },
      variables: { GITHUB_TOKEN: "github-token" },
      ignoredKeys: ["gallery"],
    },
  ],
  "vscode-settings": [
    {
      ...stdio,
      name: "mcp-server-time",
      line: 11,
      command: "python",
      args: ["-m", "mcp_server_time", "--local-timezone=Europe/Vienna"],
    },
    {
      ...stdio,
      name: "database",
      line: 16,
      command: "docker",
      args: ["run", "-i", "--rm", "mcp/postgres", "postgres://me:secret@db/shop"],
      passwords: ["postgres://me:secret@db/shop"],
    },
  ],
  cline: [
    {
      ...http,
      name: "linear",
      line: 3,
      url: "https://mcp.example.com/linear",
      ignoredKeys: ["autoApprove", "timeout"],
    },
    {
      ...stdio,
      name: "git",
      line: 18,
      command: "uvx",
      args: ["mcp-server-git", "--repository", "/home/ada/shop"],
      ignoredKeys: ["alwaysAllow"],
    },
  ],
};

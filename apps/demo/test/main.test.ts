import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { marked, newMark, type Ran, run, start } from "./program.js";

const MAIN = new URL("../dist/main.js", import.meta.url);

const SOON = { timeout: 15_000, interval: 100 };

describe("the demo", () => {
  let ran: Ran;
  beforeAll(async () => {
    ran = await run(MAIN);
  });

  test("ends with exit code 0 and everything as it was expected", () => {
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ran.stdout).not.toContain("FAILED");
    expect(ran.stdout).toMatch(
      /6 servers: 2 modern, 2 legacy, 2 unavailable\. All \d+ expectations hold\.\n$/,
    );
  });

  test("leaves no process behind", () => {
    expect(ran.started).toBeGreaterThanOrEqual(4);
    expect(ran.left).toEqual([]);
  });

  test.each(["notes", "files"])("shows that %s was settled by the probe alone", (name) => {
    expect(framesUnder(name, ran)).toEqual([
      '--> server/discover, revision "2026-07-28" in its _meta',
      `<-- result, supportedVersions ["2026-07-28"], from ${name} 1.0.0`,
    ]);
  });

  test("shows that demo-orders took the whole handshake after it did not know the probe", () => {
    expect(framesUnder("demo-orders", ran)).toEqual([
      '--> server/discover, revision "2026-07-28" in its _meta',
      '<-- error -32601 "Method not found"',
      '--> initialize, protocolVersion "2025-11-25"',
      '<-- result, protocolVersion "2025-11-25", from demo-orders 1.0.0',
      "--> notifications/initialized",
    ]);
  });

  test("shows that invoices did so too, whose refusal of the probe names no id", () => {
    expect(framesUnder("invoices", ran)).toEqual([
      '--> server/discover, revision "2026-07-28" in its _meta',
      '<-- error -32000 "Bad Request: Server not initialized"',
      '--> initialize, protocolVersion "2025-11-25"',
      '<-- result, protocolVersion "2025-11-25", from invoices 1.0.0',
      "--> notifications/initialized",
    ]);
  });

  test("shows that legacy-tickets gave the same answer as demo-orders and was sent nothing more", () => {
    expect(framesUnder("legacy-tickets", ran)).toEqual([
      '--> server/discover, revision "2026-07-28" in its _meta',
      '<-- error -32601 "Method not found"',
    ]);
    expect(ran.stdout).toContain('legacy-tickets says: "received server/discover"\n');
    expect(ran.stdout).not.toContain("received initialize");
  });

  test("shows how the dead server ended, in its own words", () => {
    expect(framesUnder("dead", ran)).toEqual([
      '--> server/discover, revision "2026-07-28" in its _meta',
      "<-- no frame: process exited with code 3: fatal: missing API_KEY",
    ]);
  });

  test("shows the collision, and that both tools are kept", () => {
    expect(ran.stdout).toMatch(/^ {2}search +notes +search$/m);
    expect(ran.stdout).toMatch(/^ {2}files\/search +files +search$/m);
    expect(ran.stdout).toMatch(/^ {2}Collision: .*"notes".*"files".*"search".*"files\/search"/m);
  });

  test.each([
    ["search", { query: "shipped" }, "notes", "search", "Order 123456 was shipped on Monday."],
    ["files/search", { query: "shipped" }, "files", "search", "can no longer be changed"],
    ["get_order_status", { order_id: "123456" }, "demo-orders", "get_order_status", "shipped"],
    [
      "get_order_status",
      { order_id: "12-34" },
      "demo-orders",
      "get_order_status",
      "must be exactly 6 digits",
    ],
    ["get_invoice", { order_id: "123456" }, "invoices", "get_invoice", "R-1007"],
  ])("shows the call %s %j going to %s as %s", (canonical, args, owner, local, answer) => {
    const shown = under(`${canonical} ${JSON.stringify(args)}`, ran);
    const [sent, received, ...rest] = shown;
    expect(sent).toMatch(/^--> \{"jsonrpc":"2\.0","id":\d+,"method":"tools\/call"/);
    expect(sent).toContain(`"params":{"name":"${local}"`);
    expect(received).toMatch(/^<-- \{/);
    expect(rest[0]).toContain(
      `one frame was sent, to ${owner}; its bytes say tools/call, params.name "${local}"`,
    );
    expect(rest[1]).toContain(answer);
  });

  test("shows that the requests to files name revision, method and tool in their headers", () => {
    const version = "mcp-protocol-version: 2026-07-28";
    expect(saidBy("files", ran)).toEqual([
      `received POST, mcp-method: server/discover, ${version}`,
      `received POST, mcp-method: subscriptions/listen, ${version}`,
      `received POST, mcp-method: tools/list, ${version}`,
      `received POST, mcp-method: tools/call, mcp-name: search, ${version}`,
    ]);
  });

  test("shows one session of invoices, from initialize to DELETE", () => {
    const said = saidBy("invoices", ran);
    const [, session] = /^session (\S+) begun$/.exec(said[2] ?? "") ?? [];
    expect(session).toBeDefined();
    const carried = said.slice(3, -1);
    const headers = `mcp-protocol-version: 2025-11-25, mcp-session-id: ${session}`;
    expect(carried.filter((line) => !line.endsWith(headers))).toEqual([]);
    // Initialized, a list, a call and DELETE, beside the stream; and maybe the list once more.
    expect(carried.length - 5).toBeGreaterThanOrEqual(0);
    expect(carried.length - 5).toBeLessThanOrEqual(1);
    expect(said.slice(-2)).toEqual([`received DELETE, ${headers}`, `session ${session} ended`]);
  });

  test("cuts frames to a width and uses no colours where there is no terminal", () => {
    expect(Math.max(...framesOf(ran.stdout.split("\n")).map((line) => line.length))).toBe(110);
    expect(ran.stdout).not.toContain("\u001B");
  });
});

test("the demo ends with exit code 1 and names what does not hold where the servers are missing", async () => {
  // Inside of this package, so that the copy finds the packages that it imports.
  const copy = mkdtempSync(fileURLToPath(new URL("without-servers-", MAIN)));
  try {
    const dist = fileURLToPath(new URL(".", MAIN));
    for (const file of readdirSync(dist)) {
      if (file.endsWith(".js")) copyFileSync(join(dist, file), join(copy, file));
    }
    const { exitCode, stdout, stderr, left } = await run(pathToFileURL(`${copy}/main.js`));
    expect({ exitCode, stderr, left }).toEqual({ exitCode: 1, stderr: "", left: [] });
    expect(stdout).toMatch(/ {2}FAILED {2}modern, revision 2026-07-28: discovered: expected /);
    expect(stdout).toMatch(/\d+ of \d+ expectations do not hold:\n( {2}- .+\n)+$/);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test("the demo leaves no process behind even where it is killed in the middle", async () => {
  const mark = newMark();
  const host = start(MAIN, mark);
  // Itself, both HTTP servers, and two that speak over stdio.
  await expect.poll(() => marked(mark).length, SOON).toBeGreaterThanOrEqual(5);
  host.kill("SIGKILL");
  await expect.poll(() => marked(mark), SOON).toEqual([]);
});

/** The lines under a title that begins with `title`, up to the next empty one. */
function under(title: string, { stdout }: Ran): readonly string[] {
  const lines = stdout.split("\n");
  const start = lines.findIndex((line) => line.startsWith(title)) + 1;
  return lines.slice(start, lines.indexOf("", start)).map((line) => line.trim());
}

/** The frames that are shown for a server, without their ids. */
function framesUnder(server: string, ran: Ran): readonly string[] {
  return framesOf(under(`${server}, `, ran)).map((line) => line.replace(/ +id \S+ +| {2,}/, " "));
}

/** What the story has a server say. */
function saidBy(server: string, { stdout }: Ran): readonly string[] {
  const says = `  ${server} says: `;
  return stdout.split("\n").flatMap((line) => {
    return line.startsWith(says) ? [JSON.parse(line.slice(says.length))] : [];
  });
}

function framesOf(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => /^ *(-->|<--) /.test(line));
}

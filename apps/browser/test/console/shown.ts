import { expect, test } from "vitest";
import type { Opened } from "./opened.js";

/** What the page shows before anything is done. */
export function shownTests(opened: () => Opened): void {
  test.each([
    ["notes", "ready", "modern", "2026-07-28", "discovered", "DiscoverResult"],
    ["files", "ready", "modern", "2026-07-28", "discovered", "DiscoverResult"],
    ["demo-orders", "ready", "legacy", "2025-11-25", "initialized", "InitializeResult"],
    ["invoices", "ready", "legacy", "2025-11-25", "initialized", "InitializeResult"],
    ["legacy-tickets", "unavailable", "unknown", "none", "legacy_not_allowed", "-32601"],
    ["dead", "unavailable", "unknown", "none", "probe_closed", "fatal: missing API_KEY"],
  ])("%s is %s, and its decision says what was sent and came back", async (...row) => {
    const { seen } = opened();
    const [name, state, era, revision, reason, cameBack] = row;
    const card = seen.peer(name);
    await seen.sees(card, state);
    await seen.sees(card, `Era ${era} Revision ${revision}`);
    await seen.sees(card, `Decision: ${reason}`);
    await seen.sees(card, "sent server/discover");
    await seen.sees(card, cameBack);
  });

  test("a server that is not tried again says so, and what tries it", async () => {
    const { seen } = opened();
    await seen.sees(seen.peer("legacy-tickets"), "Tried again no; Connect anew tries it once more");
  });

  test("two tools have one local name, and the collision says who got which", async () => {
    const { seen } = opened();
    expect(await seen.names()).toEqual(
      expect.arrayContaining(["search notes search", "files/search files search"]),
    );
    await seen.sees(seen.panel("Names"), 'Servers "notes" and "files" both offer a tool "search"');
  });

  test("a subscription says what its server agreed to tell", async () => {
    const { seen } = opened();
    await seen.sees(seen.panel("Events"), "notes acknowledged: toolsListChanged");
  });
}

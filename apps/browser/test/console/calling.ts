import { expect, test } from "vitest";
import type { Opened } from "./opened.js";

/** Calls, by the form that is made from a tool's schema. */
export function callingTests(opened: () => Opened): void {
  test("a call by the canonical name is on the wire by the local one, linked to its reply", async () => {
    const { page, seen } = opened();
    const call = await seen.calls("files/search", { query: "shipped" });
    await seen.sees(call, /files\/search .* answered .*shipping\.md:4/);
    const wire = seen.panel("Wire");
    await wire.getByLabel("Peer").selectOption("files");
    await wire.getByLabel("Method").selectOption("tools/call");
    const rows = wire.locator("ol.frames > li");
    await expect.poll(() => rows.count(), { timeout: 20_000 }).toBe(2);
    await seen.sees(rows.nth(0), /← from files tools\/call \(reply\) id \d+ [\d.]+ ms/);
    await rows.nth(0).locator("summary").click();
    await rows.nth(0).getByRole("button", { name: "Go to its request" }).click();
    const request = page.locator("ol.frames li:has(summary:focus)");
    await seen.sees(request, "→ to files tools/call id");
    await seen.sees(request, '"name": "search"');
    await request.getByRole("button", { name: "Go to its reply" }).click();
    await seen.sees(page.locator("ol.frames li:has(summary:focus)"), "shipping.md:4");
    // Who is led to a frame that the filters let through keeps them.
    expect(await rows.count()).toBe(2);
    await seen.showsAllFrames();
  });

  test("frames are filtered by id", async () => {
    const { seen } = opened();
    const wire = seen.panel("Wire");
    await wire.getByLabel("Id").fill("1");
    const rows = wire.locator("ol.frames > li");
    await expect.poll(() => rows.count(), { timeout: 20_000 }).toBeGreaterThanOrEqual(12);
    for (const row of await rows.allInnerTexts()) expect(row).toMatch(/ id 1\b/);
    await wire.getByLabel("Id").fill("");
  });

  test("what is missing is said, and nothing is sent", async () => {
    const { seen } = opened();
    await seen.calls("search", {});
    await seen.sees(seen.panel("Call").getByRole("alert"), "query is missing.");
  });

  test("arguments may be written as JSON", async () => {
    const { seen } = opened();
    const panel = seen.panel("Call");
    await panel.getByLabel("Tool", { exact: true }).selectOption("get_order_status");
    await panel.getByRole("button", { name: "Edit as JSON" }).click();
    await panel.getByLabel("Arguments, as JSON").fill('{"order_id":"12-34"}');
    await panel.getByRole("button", { name: "Call get_order_status" }).click();
    await seen.sees(panel.locator("ol.calls > li").first(), "order_id must be exactly 6 digits");
  });

  test("progress is shown as it comes, and a cancelled call ends at its server too", async () => {
    const { seen } = opened();
    const call = await seen.calls("tidy_notes", { steps: "60" });
    await seen.sees(call, /[1-9]\d* of 60 step/);
    await call.getByRole("button", { name: "Cancel tidy_notes" }).click();
    await seen.sees(call, "cancelled");
    await seen.sees(seen.panel("Events"), "notes tidy_notes was cancelled");
  });

  test("a modern server's input_required is answered in the page", async () => {
    const { seen } = opened();
    const call = await seen.calls("remove_note", { id: "3" });
    const form = seen.panel("Call").getByRole("form", { name: "notes asks, for remove_note" });
    await seen.sees(form, 'Remove the note "The triage meeting moved to ten o\'clock."?');
    await form.getByLabel("sure").check();
    await form.getByRole("button", { name: "Send the answer" }).click();
    await seen.sees(call, "Note 3 is removed.");
  });

  test("a question can be declined", async () => {
    const { seen } = opened();
    const call = await seen.calls("remove_note", { id: "1" });
    const form = seen.panel("Call").getByRole("form", { name: "notes asks, for remove_note" });
    await form.getByRole("button", { name: "Decline" }).click();
    await seen.sees(call, "Note 1 is kept.");
  });

  test("a legacy server's own request is answered by the same form", async () => {
    const { seen } = opened();
    const call = await seen.calls("refund_order", { order_id: "123456" });
    const form = seen.panel("Call").getByRole("form", { name: /^demo-orders asks/ });
    await form.getByRole("button", { name: "Send the answer" }).click();
    await seen.sees(form.getByRole("alert"), "Pay to is missing.");
    await form.getByLabel("Pay to").selectOption("voucher");
    await form.getByRole("button", { name: "Send the answer" }).click();
    await seen.sees(call, "Order 123456 is refunded to the voucher.");
  });

  test("what a server says is text, whatever it looks like", async () => {
    const { page, seen } = opened();
    const text = '<img src="/x" onerror="document.title=1"><b>bold</b> zebra';
    await seen.calls("add_note", { text });
    const call = await seen.calls("search", { query: "zebra" });
    await seen.sees(call, text);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.title()).toBe("x-mcp console");
  });
}

import type { Page } from "playwright-core";
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
    await panel.getByLabel("Arguments, as JSON").fill('{"order_id":"123456","more":1}');
    await panel.getByRole("button", { name: "Use the form" }).click();
    await seen.sees(panel.getByRole("alert"), "The form has no place for this: more.");
    await panel.getByLabel("Arguments, as JSON").fill('{"order_id":"123456"}');
    await panel.getByRole("button", { name: "Use the form" }).click();
    expect(await panel.getByLabel("order_id").inputValue()).toBe("123456");
  });

  test("what is typed and chosen is still there when the connection was lost for a moment", async () => {
    const { page, seen } = opened();
    const [panel, wire] = [seen.panel("Call"), seen.panel("Wire")];
    await panel.getByLabel("Tool", { exact: true }).selectOption("add_note");
    await wire.getByLabel("Peer").selectOption("files");
    const text = panel.getByLabel("text");
    await text.fill("half a sen");
    await text.focus();
    await page.evaluate(() => dispatchEvent(new Event("lose-connection")));
    const top = page.getByRole("banner");
    await seen.sees(top, "Not connected");
    await seen.seesNot(top, "connect");
    await seen.sees(wire, "from files");
    expect(await text.inputValue()).toBe("half a sen");
    expect(await wire.getByLabel("Peer").inputValue()).toBe("files");
    await page.keyboard.type("tence");
    expect(await text.inputValue()).toBe("half a sentence");
    await seen.showsAllFrames();
  });

  test("progress is shown as it comes, and a cancelled call ends at its server too", async () => {
    const { page, seen } = opened();
    const call = await seen.calls("tidy_notes", { steps: "60" });
    await seen.sees(call, /[1-9]\d* of 60 step/);
    await call.getByRole("button", { name: "Cancel tidy_notes" }).press("Enter");
    await seen.sees(call, "cancelled");
    // Whoever uses the keyboard is still at the call.
    expect(await focused(page)).toBe("tidy_notes");
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
    const { page, seen } = opened();
    const call = await seen.calls("remove_note", { id: "1" });
    const form = seen.panel("Call").getByRole("form", { name: "notes asks, for remove_note" });
    await form.getByRole("button", { name: "Decline" }).press("Enter");
    await seen.sees(call, "Note 1 is kept.");
    expect(await focused(page)).toBe("call");
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

/** What has the focus: the call or the panel. */
function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const at = document.activeElement;
    return at instanceof HTMLElement ? (at.dataset["call"] ?? at.id) : undefined;
  });
}

import { expect, test } from "vitest";
import { contrastOf } from "./contrast.js";
import { focusRun } from "./focus-run.js";
import type { Opened } from "./opened.js";

/** Colours, widths and the keyboard. */
export function looksTests(opened: () => Opened): void {
  test.each(["light", "dark"] as const)(
    "in %s all contrasts are those of level AA",
    async (scheme) => {
      const { page } = opened();
      await page.emulateMedia({ colorScheme: scheme });
      const { texts, controls, low } = await contrastOf(page);
      expect(texts).toBeGreaterThan(200);
      expect(controls).toBeGreaterThan(20);
      expect(low).toEqual([]);
    },
  );

  test("the two schemes are two", async () => {
    const { page } = opened();
    const background = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await background();
    await page.emulateMedia({ colorScheme: "light" });
    expect(await background()).not.toBe(dark);
  });

  test.each([360, 700, 1000, 1400])("at %i px the page does not scroll sideways", async (width) => {
    const { page } = opened();
    const size = page.viewportSize() ?? { width: 1400, height: 900 };
    await page.setViewportSize({ width, height: 800 });
    // A frame that is open has the longest lines.
    await page.locator("ol.frames summary").first().click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.locator("ol.frames summary").first().click();
    await page.setViewportSize(size);
  });

  test("the Tab key reaches every control once, in order, with the focus to be seen", async () => {
    const { page, seen } = opened();
    // The frames are too many to go through.
    await seen.panel("Wire").getByLabel("Id").fill("none");
    const { reached, controls, unseen } = await focusRun(page);
    expect(unseen).toEqual([]);
    expect(reached).toEqual(controls);
    await seen.panel("Wire").getByLabel("Id").fill("");
  });

  test("a call can be made by the keyboard alone", async () => {
    const { page, seen } = opened();
    await page.getByRole("navigation").getByRole("button", { name: "Call" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("list_files");
    for (let n = 0; n < 2; n += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const call = seen.panel("Call").locator("ol.calls > li").first();
    await seen.sees(call, /list_files .* answered .*shipping\.md/);
  });

  test("every control has a name, and every panel is a landmark", async () => {
    const { page } = opened();
    const nameless = await page.locator("button, input, select, textarea").evaluateAll((all) =>
      all.flatMap((one) => {
        const { labels } = one as HTMLInputElement;
        const label = [...(labels ?? [])].map(({ textContent }) => textContent).join("");
        return (label || one.textContent || "").trim() === "" ? [one.outerHTML] : [];
      }),
    );
    expect(nameless).toEqual([]);
    const regions = page.getByRole("region");
    expect(await regions.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([
      "Try",
      "Peers",
      "Names",
      "Call",
      "Wire",
      "Events",
    ]);
    for (const role of ["banner", "main", "navigation", "contentinfo"] as const) {
      expect(await page.getByRole(role).count()).toBe(1);
    }
  });
}

import type { Page } from "playwright-core";

/** Where the Tab key leads to. */
export interface FocusRun {
  /** The controls that had the focus, in order. */
  readonly reached: readonly string[];
  /** All that there are, in the order of the page. */
  readonly controls: readonly string[];
  /** Those on which nobody sees that they have it. */
  readonly unseen: readonly string[];
}

/** More than this means that the focus goes round without an end. */
const MAX_STEPS = 200;

/** Presses Tab from the beginning of the page to its end. */
export async function focusRun(page: Page): Promise<FocusRun> {
  const controls = await page.evaluate(() => {
    const all = [...document.querySelectorAll("button, input, select, textarea, summary")];
    return all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one, number) => {
        (one as HTMLElement).dataset["number"] = `${number}`;
        return `${number} ${one.tagName}`;
      });
  });
  // To the first one, by the keyboard: on what a script has focused nobody need see it.
  await page.locator('[data-number="1"]').focus();
  await page.keyboard.press("Shift+Tab");
  const reached: string[] = [];
  const unseen: string[] = [];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (step > 0) await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const one = document.activeElement as HTMLElement | null;
      if (one === null || one === document.body) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      const isSeen = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      return { number: one.dataset["number"], tag: one.tagName, isSeen };
    });
    if (at === undefined) break;
    // What scrolls can be reached too, so that the arrow keys scroll it.
    if (at.number !== undefined) reached.push(`${at.number} ${at.tag}`);
    if (!at.isSeen) unseen.push(at.tag);
  }
  return { reached, controls, unseen };
}

import type { Page } from "playwright-core";

/** Two colours that are too near to each other: text and what is behind it, or the edge of a control. */
interface LowContrast {
  readonly what: string;
  readonly ratio: number;
  readonly wanted: number;
}

/** What has been looked at. */
export interface ContrastReport {
  readonly texts: number;
  readonly controls: number;
  readonly low: readonly LowContrast[];
}

/**
 * Looks at everything that is shown, by the colours that the browser has computed, and holds it to level
 * AA: 4.5 for text (3 where it is large), 3 for the edges of controls.
 *
 * https://www.w3.org/TR/WCAG22/#contrast-minimum, https://www.w3.org/TR/WCAG22/#non-text-contrast
 */
export function contrastOf(page: Page): Promise<ContrastReport> {
  return page.evaluate(() => {
    type Rgb = readonly [number, number, number];
    const low: { what: string; ratio: number; wanted: number }[] = [];
    let texts = 0;
    let controls = 0;

    function rgbOf(colour: string): Rgb | undefined {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return alpha === 1 ? [red, green, blue] : undefined;
    }
    function luminance(rgb: Rgb): number {
      const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
    function ratioOf(one: Rgb, other: Rgb): number {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    }
    function behind(element: Element | null): Rgb {
      for (let at = element; at !== null; at = at.parentElement) {
        const rgb = rgbOf(getComputedStyle(at).backgroundColor);
        if (rgb !== undefined) return rgb;
      }
      return [255, 255, 255];
    }
    function hold(what: string, ratio: number, wanted: number): void {
      if (ratio < wanted) low.push({ what, ratio, wanted });
    }
    function name(element: Element): string {
      return `${element.tagName}.${element.className} ${element.textContent?.slice(0, 40)}`;
    }

    for (const element of document.querySelectorAll("body *")) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const style = getComputedStyle(element);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
      );
      const colour = rgbOf(style.color);
      if ((hasText || element.matches("input, textarea")) && colour !== undefined) {
        texts += 1;
        const size = Number.parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        hold(name(element), ratioOf(colour, behind(element)), isLarge ? 3 : 4.5);
      }
      if (element.matches("button, select, textarea, input:not([type=checkbox])")) {
        controls += 1;
        const edge = rgbOf(style.borderTopColor);
        const around = behind(element.parentElement);
        // Filled ones are seen by what they are filled with.
        const best = Math.max(
          edge === undefined ? 0 : ratioOf(edge, around),
          ratioOf(behind(element), around),
        );
        hold(`the edge of ${name(element)}`, best, 3);
      }
    }
    return { texts, controls, low };
  });
}

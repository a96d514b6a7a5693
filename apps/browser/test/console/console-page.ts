import type { Locator, Page } from "playwright-core";
import { expect, vi } from "vitest";

/** How long a server may take to come up, or back, on a busy machine. */
const SOON = { timeout: 100_000, interval: 100 };

/** The console's page, as somebody sees it who looks at it: all by its words. */
export class ConsolePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** A panel, by its heading. */
  panel(title: string): Locator {
    return this.page.getByRole("region", { name: title, exact: true });
  }

  /** The card of a server. */
  peer(name: string): Locator {
    return this.page.getByRole("article", { name, exact: true });
  }

  /** Waits until a place has these words, whatever the spaces between them. */
  async sees(place: Locator, words: string | RegExp): Promise<void> {
    await vi.waitFor(async () => expect(await textOf(place)).toMatch(words), SOON);
  }

  /** Waits until a place has none of them. */
  async seesNot(place: Locator, words: string): Promise<void> {
    await vi.waitFor(async () => expect(await textOf(place)).not.toContain(words), SOON);
  }

  /** Presses a button under "Try" as soon as it can be pressed. */
  async tries(button: string): Promise<void> {
    const found = this.panel("Try").getByRole("button", { name: button });
    const isOff = (): Promise<string | null> => found.getAttribute("aria-disabled");
    await vi.waitFor(async () => expect(await isOff()).toBe("false"), SOON);
    await found.click();
  }

  /** Chooses under "Try". */
  async chooses(label: string, value: string): Promise<void> {
    await this.panel("Try").getByLabel(label, { exact: true }).selectOption(value);
  }

  /** Fills in the form of a tool and calls it. */
  async calls(
    tool: string,
    args: { readonly [label: string]: string },
    seconds = "60",
  ): Promise<Locator> {
    const panel = this.panel("Call");
    await panel.getByLabel("Tool", { exact: true }).selectOption(tool);
    for (const [label, text] of Object.entries(args)) await panel.getByLabel(label).fill(text);
    await panel.getByLabel("Time limit, in seconds").fill(seconds);
    await panel.getByRole("button", { name: `Call ${tool}`, exact: true }).click();
    return panel.locator("ol.calls > li").first();
  }

  /** The canonical names, in order, each with its owner and its local name. */
  async names(): Promise<readonly string[]> {
    const rows = await this.panel("Names").locator("tbody tr").allInnerTexts();
    return rows.map((row) => row.split(/\s+/).join(" "));
  }

  /** Waits until the merged names are as wanted. */
  async seesNames(wanted: (names: readonly string[]) => boolean): Promise<void> {
    await vi.waitFor(async () => expect(await this.names()).toSatisfy(wanted), SOON);
  }

  /** Takes the filters of the wire panel away, which are its reader's own and stay. */
  async showsAllFrames(): Promise<void> {
    const wire = this.panel("Wire");
    for (const label of ["Peer", "Method"]) {
      await wire.getByLabel(label, { exact: true }).selectOption("");
    }
    await wire.getByLabel("Id", { exact: true }).fill("");
  }

  /** The process that a server's card names. */
  async processOf(name: string): Promise<string | undefined> {
    return /\(process (\d+)\)/.exec(await textOf(this.peer(name)))?.[1];
  }
}

/** Its words as they are shown, whatever the spaces between them; none where there is no such place yet. */
async function textOf(place: Locator): Promise<string> {
  return (await place.allInnerTexts()).join(" ").replaceAll(/\s+/g, " ");
}

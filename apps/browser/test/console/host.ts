import { expect, test } from "vitest";
import { ConsolePage } from "./console-page.js";
import type { Opened } from "./opened.js";

/** The page and its host; the last of these ends the host. */
export function hostTests(opened: () => Opened): void {
  test("a second page sees the same, and what happened before it came", async () => {
    const { page, program } = opened();
    const second = await page.context().newPage();
    await second.goto(program.url);
    const other = new ConsolePage(second);
    await other.sees(other.peer("notes"), "ready");
    await other.sees(other.panel("Events"), "SIGKILL was sent to process");
    await second.close();
  });

  test("a page without the token is told nothing", async () => {
    const { program, started } = opened();
    const stranger = await started.browser.newPage();
    await stranger.goto(program.url.replace(/#.*$/, ""));
    const other = new ConsolePage(stranger);
    await other.sees(stranger.getByRole("banner").getByRole("alert"), "Not connected");
    expect(await stranger.getByRole("article").count()).toBe(0);
    await stranger.close();
  });

  test("nothing was broken or refused in the page all the while", () => {
    const { complaints } = opened();
    expect(complaints).toEqual([]);
  });

  test("when the console ends the page says that it is not connected", async () => {
    const { page, seen, program } = opened();
    expect(await program.end()).toBe(0);
    await seen.sees(
      page.getByRole("banner").getByRole("alert"),
      /Not connected \(code 1001, the console ends\)/,
    );
  });
}

import type { Page } from "playwright-core";
import { type StartedBrowser, startBrowser } from "../browser.js";
import { ConsolePage } from "./console-page.js";
import { type ConsoleProgram, startConsole } from "./console-program.js";

/** A console that runs, and a browser that has its page open. */
export interface Opened {
  readonly program: ConsoleProgram;
  readonly started: StartedBrowser;
  readonly page: Page;
  readonly seen: ConsolePage;
  /** What the browser complained about: a broken script, or something that its policy refused. */
  readonly complaints: readonly string[];
}

/** Starts both, and waits until the client runs. The caller ends both. */
export async function openConsolePage(): Promise<Opened> {
  const [program, started] = await Promise.all([startConsole(), startBrowser()]);
  const context = await started.browser.newContext({
    viewport: { width: 1400, height: 900 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  // The way to lose the connection to the host, as a network does.
  await page.addInitScript(() => {
    const Native = WebSocket;
    Object.assign(globalThis, {
      WebSocket: class extends Native {
        constructor(url: string) {
          super(url);
          addEventListener("lose-connection", () => this.close());
        }
      },
    });
  });
  await page.goto(program.url);
  const seen = new ConsolePage(page);
  await seen.sees(page.getByRole("banner"), "It is running");
  return { program, started, page, seen, complaints };
}

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/** Arguments that keep a browser quiet: it asks nobody for anything. */
const QUIET = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Of the package's own arguments, what would make the browser less strict, or less like those of people. */
const LAX =
  /^--(disable-web-security|allow-running-insecure-content|disable-site-isolation-trials|single-process|headless.*)$/;

/** A Chromium, and what has to be undone after it. */
export interface StartedBrowser {
  readonly browser: Browser;
  /** Closes it, and removes what was unpacked for it. */
  close(): Promise<void>;
}

/**
 * Starts the machine's own Chromium (`CHROMIUM_PATH`, `/usr/bin/chromium`), or else the one that comes
 * in a package, unpacked into a folder of its own.
 */
export async function startBrowser(): Promise<StartedBrowser> {
  const own = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium"].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (own !== undefined) {
    const browser = await chromium.launch({ executablePath: own, args: QUIET });
    return { browser, close: () => browser.close() };
  }
  const folder = mkdtempSync(join(tmpdir(), "browser-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const executablePath = await unpackedInto(folder);
    const args = [...sparticuz.args.filter((argument) => !LAX.test(argument)), ...QUIET];
    const browser = await chromium.launch({ executablePath, args, headless: true });
    return {
      browser,
      close: async () => {
        await browser.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The package unpacks into the folder for temporary files, wherever that is just then. */
async function unpackedInto(folder: string): Promise<string> {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  sparticuz.setGraphicsMode = false;
  try {
    return await sparticuz.executablePath();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}

import { ConsoleHost } from "./console-host.js";
import { servePages } from "./page-server.js";

/** Where the built programs and the page are, and which port is wanted; 0 is any that is free. */
export interface ConsoleOptions {
  readonly servers: URL;
  readonly web: URL;
  readonly port: number;
  /** One line for whoever started it. */
  readonly say: (line: string) => void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Opens the console, and serves it until this process is told to end; then ends all that was started.
 *
 * Rejects where the page cannot be served, such as on a port that is taken; nothing was started then.
 */
export async function openConsole({ servers, web, port, say }: ConsoleOptions): Promise<void> {
  const told = new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve());
  });
  const host = new ConsoleHost(servers);
  try {
    const pages = await servePages(host, { web, port });
    say(`Console: ${pages.url}`);
    say("Ctrl-C ends it, and the servers with it.");
    // The page shows how the servers come up. Whatever becomes of them, it stays.
    void host.start().catch((error: unknown) => {
      host.tell({ kind: "other", peer: null, text: `The servers did not start: ${error}` });
    });
    await told;
    await pages.close();
  } finally {
    await host.close();
  }
  say("Everything has ended.");
}

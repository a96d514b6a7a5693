/** What a server of the demo offers beside its own tools, for the console. */

/** A tool that can be taken out of use: one of either official SDK. */
interface Switched {
  enable(): void;
  disable(): void;
}

/**
 * Whether the server was started with `--more`: then it has the tools that only the console needs, which
 * take their time, or ask the user.
 */
export const hasMore: boolean = process.argv.includes("--more");

const listeners: ((isOffered: boolean) => void)[] = [];
let offered = false;

/** Whether the extra tool is there now: the signal SIGUSR2 brings it, and the next one takes it away. */
export function isOffered(): boolean {
  return offered;
}

/** Hears of every change. The process does not stay alive for it. */
export function onOffered(listener: (isOffered: boolean) => void): void {
  listeners.push(listener);
}

/** Has a tool there exactly while it is offered; the SDK tells whoever listens. */
export function offeredOnly(tool: Switched): void {
  const follow = (isNow: boolean): void => (isNow ? tool.enable() : tool.disable());
  follow(offered);
  onOffered(follow);
}

process.on("SIGUSR2", () => {
  offered = !offered;
  for (const listener of listeners) listener(offered);
});

import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Clock, clockFrom } from "@x/connection";
import type { Again } from "./command.js";
import { ownFolder, placesOf } from "./config-files.js";
import type { Sources } from "./config-sources.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Place } from "./on-servers.js";
import type { ServerSettings } from "./server-settings.js";

/** How often files are looked at, in milliseconds. */
const LOOK_MS = 500;

/** Goes to the upper left corner of a terminal, and empties it. */
const CLEAR = "\u001b[H\u001b[2J\u001b[3J";

/** What is watched, and where. */
export interface Watched {
  readonly again: Again;
  readonly settings: ServerSettings;
  readonly place: Place;
}

/**
 * Runs something again and again, until the signal goes off. What keeps one run from its answer, such as a mistake
 * in a file that is being edited, is told, and the next one waited for.
 */
export async function againAndAgain(
  once: () => Promise<ExitCode>,
  { again, settings, place }: Watched,
): Promise<ExitCode> {
  const { cwd, status } = place;
  const { io } = status;
  const { sources, format } = settings;
  const clock = clockFrom(globalThis);
  const files = filesOf(sources, { cwd, io });
  for (let isFirst = true; !io.signal.aborted; isFirst = false) {
    const before = await stateOf(files);
    if (io.screen !== undefined) io.stdout(CLEAR);
    else if (!isFirst && format === "text") io.stdout("\n");
    try {
      await once();
    } catch (error) {
      if (io.signal.aborted) break;
      await place.onFailure(error, "line");
    }
    const until = again.everyMs === undefined ? undefined : clock.now() + again.everyMs;
    do await pause(clock, io.signal);
    while (
      !io.signal.aborted &&
      (until === undefined || clock.now() < until) &&
      (await stateOf(files)) === before
    );
  }
  return EXIT.ok;
}

/** What the configuration may come from, absolute: also what is not there yet. */
function filesOf(
  { files, overlay }: Sources,
  { cwd, io }: Parameters<typeof placesOf>[0],
): readonly string[] {
  const named = files.length > 0 ? files : placesOf({ cwd, io }).map(({ file }) => file);
  return [...named, overlay ?? join(ownFolder({ cwd, io }), "overlay.json")].map((file) =>
    resolve(cwd, file),
  );
}

async function stateOf(files: readonly string[]): Promise<string> {
  const states = await Promise.all(
    files.map(async (file) => {
      const found = await stat(file).catch(() => undefined);
      return found === undefined ? "" : `${found.mtimeMs} ${found.size} ${found.ino}`;
    }),
  );
  return states.join("\n");
}

function pause(clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener("abort", end);
      done();
    };
    const cancel = clock.after(LOOK_MS, end);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

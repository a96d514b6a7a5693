import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { cacheFolder } from "./cache-folder.js";

/**
 * Has Node keep the compiled code of what is loaded from now on, and take it from there in later runs.
 *
 * The first run of a user keeps nothing, since it would cost that run more than it saves. That is seen by the
 * folder of this program's cache, which a run makes that has something to keep. It is used where nobody else may
 * write in it, as what is in it is run. Never rejects; without effect before Node 22.8.
 */
export async function keepCompiled(): Promise<void> {
  try {
    const folder = cacheFolder(process.env, homedir());
    const { uid, mode } = await stat(folder);
    if (uid !== process.getuid?.() || (mode & WRITABLE_BY_OTHERS) !== 0) return;
    process.getBuiltinModule("node:module").enableCompileCache?.(join(folder, "compiled"));
  } catch {
    // There is no such folder.
  }
}

const WRITABLE_BY_OTHERS = 0o022;

/** The processes of a run of the tests, told apart from those of another run beside it. Linux only. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const EVERY_MS = 500;

/**
 * The living processes of the run with this folder, this process aside: those that have the folder in
 * their environment, command line or working directory, those that were `seen` before, and the descendants
 * of all these and of this process.
 *
 * `undefined` where there is no `/proc` to look at. A process that has ended and only waits to be reaped
 * does not count.
 */
export function processesOf(folder, seen = new Map()) {
  if (process.platform !== "linux") return undefined;
  const living = livingProcesses();
  const known = new Map([[process.pid, ""]]);
  for (const { pid, life } of living) {
    const sign = signOf(pid, `${folder}/`) ?? seen.get(life);
    if (sign !== undefined && !known.has(pid)) known.set(pid, sign);
  }
  return descendants(living, known).map(({ pid }) => ({
    pid,
    command: read(`/proc/${pid}/cmdline`)
      .replace(/[\s\0]+/g, " ")
      .trim(),
    knownBy: known.get(pid),
  }));
}

/**
 * Looks for descendants of this process twice a second: one that has been given another environment, and
 * whose parent has ended since, is known by nothing else. Gives what {@link processesOf} takes, and keeps
 * nothing alive.
 */
export function seeDescendants() {
  const seen = new Map();
  if (process.platform !== "linux") return seen;
  setInterval(() => {
    for (const { life, parent } of descendants(livingProcesses(), new Map([[process.pid, ""]]))) {
      if (!seen.has(life)) seen.set(life, `parent ${parent}, earlier`);
    }
  }, EVERY_MS).unref();
  return seen;
}

/** The known processes but this one; adds those to `known` that have one of them above them. */
function descendants(living, known) {
  // A parent can have a higher id than its child.
  for (let before = -1; before !== known.size; ) {
    before = known.size;
    for (const { pid, parent } of living) {
      if (known.has(parent) && !known.has(pid)) known.set(pid, `parent ${parent}`);
    }
  }
  return living.filter(({ pid }) => pid !== process.pid && known.has(pid));
}

function livingProcesses() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      // The command's name stands in brackets and may hold anything; the fields follow the last one.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [state, parent] = fields;
      if (state === "" || state === "Z" || state === "X") return [];
      // An id is given again one day; with the time of the start it is not.
      return { pid: Number(name), parent: Number(parent), life: `${name} ${fields[19]}` };
    });
}

function signOf(pid, path) {
  if (read(`/proc/${pid}/environ`).includes(path)) return "environment";
  if (read(`/proc/${pid}/cmdline`).includes(path)) return "command line";
  return `${target(`/proc/${pid}/cwd`)}/`.startsWith(path) ? "working directory" : undefined;
}

/** Empty where the process has ended meanwhile, or is another user's. */
function read(file) {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

function target(link) {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}

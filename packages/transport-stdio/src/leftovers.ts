import { join } from "node:path";
import { type PidSpace, type ProcessEntry, pidSpace, processTable } from "./process-table.js";
import {
  type FoundFile,
  type GroupRecord,
  readRecord,
  recordNames,
  removeRecord,
} from "./record-file.js";
import { endGroups, RecordedGroup } from "./recorded-group.js";

/**
 * What was found of one file of the record, and done.
 *
 * - `ended`: the group lived without its host, and no process of it lives now. The file is removed.
 * - `already_gone`: nothing of it lived any more, or others have its id. The file is removed.
 * - `in_use`: its host lives, or this process is in it. Nothing was done.
 * - `unsure`: its leader is gone, something with its id lives, and nothing proves that it is the group.
 *   Nothing was done, or nothing more.
 * - `not_ended`: it outlived SIGKILL, or may not be signalled.
 * - `not_ours`: the file is another user's, or of another container. Nothing was done.
 * - `unreadable`: no file of the record's, or not all of one. Nothing was done.
 */
export interface Leftover {
  readonly type:
    | "ended"
    | "already_gone"
    | "in_use"
    | "unsure"
    | "not_ended"
    | "not_ours"
    | "unreadable";
  /** The path of what was found: of a file, or of the directory itself where that cannot be read. */
  readonly file: string;
  /** A sentence that names the thing. */
  readonly message: string;
  /** The id of the process group, where the file tells it. */
  readonly pid?: number;
  /** The name of its command, where the file tells it. */
  readonly command?: string;
}

/** A group without its host. */
interface Orphan {
  readonly file: string;
  readonly group: RecordedGroup;
}

/** Who lives at this moment, and where. `undefined` where the system does not tell. */
type Present = (PidSpace & { readonly table: readonly ProcessEntry[] }) | undefined;

/** Ends the recorded groups whose hosts no longer live, and tells of every file in the directory. */
export async function endLeftovers(
  directory: string,
  termMs: number,
): Promise<readonly Leftover[]> {
  const names = recordNames(directory);
  if ("message" in names) return [{ type: "unreadable", file: directory, message: names.message }];
  const files = names
    .map((name) => join(directory, name))
    .map((file) => ({ file, found: readRecord(file) }));
  // Not earlier: whoever had written one of these files by now is in the table, if it lives.
  const present = await presentNow();
  const judged = files.flatMap(({ file, found }) => judge(file, found, present) ?? []);
  const groups = judged.flatMap((one) => ("group" in one ? one.group : []));
  const ours = new Set(groups.filter(({ sight }) => sight === "ours"));
  await endGroups([...ours], processTable, termMs);
  return judged.map((one) => ("group" in one ? conclude(one, ours.has(one.group)) : one));
}

async function presentNow(): Promise<Present> {
  const table = await processTable();
  try {
    return table && { table, ...pidSpace() };
  } catch {
    return undefined;
  }
}

function judge(file: string, found: FoundFile, present: Present): Leftover | Orphan | undefined {
  switch (found.type) {
    case "vanished":
      return undefined; // another host was here, or the record's own
    case "not_ours":
    case "unreadable":
      return { ...found, file };
    case "record":
      return judgeRecord(file, found.record, present);
  }
}

function judgeRecord(file: string, record: GroupRecord, present: Present): Leftover | Orphan {
  if (present === undefined) return told("unsure", file, record);
  const { table, boot, namespace } = present;
  if (record.boot !== boot) return told("already_gone", file, record);
  if (record.namespace !== namespace) {
    return { type: "not_ours", file, message: `${file} was written in another container.` };
  }
  const { host, pid: group } = record;
  const isInUse = table.some(
    (entry) =>
      (entry.pid === host.pid && entry.start === host.start && !entry.isOver) ||
      // A host that is a server itself, and was left behind as one.
      (entry.pid === process.pid && entry.group === group),
  );
  if (isInUse) return told("in_use", file, record);
  const orphan = { file, group: new RecordedGroup(record) };
  orphan.group.look(table);
  return orphan;
}

function conclude({ file, group }: Orphan, wasOurs: boolean): Leftover {
  switch (group.sight) {
    case "gone":
      return told(wasOurs ? "ended" : "already_gone", file, group.record);
    case "ours":
      return told("not_ended", file, group.record);
    case "unsure":
      return told("unsure", file, group.record);
  }
}

const SENTENCES = {
  ended: "was left behind by a host that is gone, and was ended",
  already_gone: "is gone already",
  in_use: "is in use: its host lives",
  unsure:
    "may have processes left, but nothing proves that they are its own; look at them yourself",
  not_ended: "was left behind by a host that is gone, and could not be ended; end it yourself",
} as const;

function told(type: keyof typeof SENTENCES, file: string, record: GroupRecord): Leftover {
  if (type === "ended" || type === "already_gone") removeRecord(file);
  const { pid, command } = record;
  const message = `The process group ${pid} of "${command}" ${SENTENCES[type]}.`;
  return { type, file, message, pid, command };
}

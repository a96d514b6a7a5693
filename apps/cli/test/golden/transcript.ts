/** One run of the program as somebody would read it: what was typed, what came of it, how it ended. */
export interface Transcript {
  /** A sentence: what it shows. */
  readonly name: string;
  /** The lines above the command that only readers need. */
  readonly remarks: readonly string[];
  /** The terminal that it runs on; nothing for a pipe. */
  readonly terminal: { readonly columns: number; readonly rows: number } | undefined;
  /** What was typed, as a shell takes it. */
  readonly command: string;
  readonly keys: readonly Keys[];
  /** What is on stdin, a line each. */
  readonly stdin: readonly string[];
  /** What came of it, to the line with the exit code. */
  readonly outcome: string;
}

/** What somebody types once a text is on the terminal. */
export interface Keys {
  readonly type: string;
  readonly after: string;
}

/** A file of transcripts that share a folder, from the first to the last. */
export interface TranscriptFile {
  /** What it is about, for readers. */
  readonly title: string;
  /** Files that are in the folder at the beginning, by their names. */
  readonly files: ReadonlyMap<string, string>;
  readonly transcripts: readonly Transcript[];
}

const FILE = /^File (\S+):$/;
const COMMAND = /^(?:(\d+)x(\d+) )?\$ (.+)$/;
const KEYS = /^type (".*") after (".*")$/;

/**
 * Reads a file of transcripts: a title, then files, then transcripts.
 *
 * @throws Error for a line that is not understood.
 */
export function parseTranscripts(text: string): TranscriptFile {
  const [head = "", ...parts] = text.split(/^## /m);
  const files = new Map<string, string>();
  const title: string[] = [];
  let content: string[] | undefined;
  for (const line of head.split("\n")) {
    const [, name] = FILE.exec(line) ?? [];
    if (name !== undefined) {
      content = [];
      title.push("");
      files.set(name, "");
    } else if (content !== undefined && line.startsWith("  ")) {
      content.push(line.slice(2));
      files.set([...files.keys()].at(-1) ?? "", `${content.join("\n")}\n`);
    } else {
      title.push(line);
    }
  }
  return { title: title.join("\n").trim(), files, transcripts: parts.map(transcriptOf) };
}

function transcriptOf(part: string): Transcript {
  const [name = "", ...lines] = part.trimEnd().split("\n");
  const at = lines.findIndex((line) => COMMAND.test(line));
  const [, columns, rows, command = ""] = COMMAND.exec(lines[at] ?? "") ?? [];
  if (at === -1) throw new Error(`There is no command under "${name}".`);
  const after = lines.slice(at + 1);
  const given = after.findIndex((line) => !line.startsWith("< ") && !KEYS.test(line));
  const typed = given === -1 ? after : after.slice(0, given);
  return {
    name,
    remarks: lines.slice(0, at),
    terminal: columns === undefined ? undefined : { columns: Number(columns), rows: Number(rows) },
    command,
    keys: typed.flatMap((line) => {
      const [, type, shown] = KEYS.exec(line) ?? [];
      return type === undefined || shown === undefined
        ? []
        : [{ type: JSON.parse(type), after: JSON.parse(shown) }];
    }),
    stdin: typed.flatMap((line) => (line.startsWith("< ") ? [line.slice(2)] : [])),
    outcome: given === -1 ? "" : after.slice(given).join("\n"),
  };
}

/** Writes what {@link parseTranscripts} reads. */
export function transcriptsText({ title, files, transcripts }: TranscriptFile): string {
  const contents = [...files].map(([name, text]) => `File ${name}:\n${indented(text)}\n`);
  return [`${title}\n`, ...contents, ...transcripts.map(transcriptText)].join("\n");
}

function transcriptText(one: Transcript): string {
  const { name, remarks, terminal, command, keys, stdin, outcome } = one;
  const where = terminal === undefined ? "" : `${terminal.columns}x${terminal.rows} `;
  const lines = [
    `## ${name}`,
    ...remarks,
    `${where}$ ${command}`,
    ...stdin.map((line) => `< ${line}`),
    ...keys.map(({ type, after }) => `type ${JSON.stringify(type)} after ${JSON.stringify(after)}`),
    outcome,
  ];
  return `${lines.join("\n")}\n`;
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, "  ");
}

/** The words of a command line, as a POSIX shell splits them; variables are not replaced. */
export function shellWords(text: string): readonly string[] {
  return [...text.matchAll(/(?:[^\s'"]|'[^']*'|"(?:[^"\\]|\\.)*")+/g)].map(([word]) =>
    word.replaceAll(
      /'([^']*)'|"((?:[^"\\]|\\.)*)"/g,
      (_all, single?: string, double = "") => single ?? double.replaceAll(/\\(.)/g, "$1"),
    ),
  );
}

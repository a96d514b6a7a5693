import { placeOf, type Scope } from "./scope.js";
import { codeOf } from "./wording.js";

/** What is wrong with one reference. The message never holds the value or the default of any. */
type ReferenceProblem =
  | { readonly code: "unresolved_variable"; readonly variable: string; readonly message: string }
  | { readonly code: "invalid"; readonly message: string };

/** A value that was put in, and what it is called. Defaults and places are not among them. */
interface Insertion {
  /** `NAME`, `input:id` or `file:PATH`. */
  readonly name: string;
  readonly value: string;
  readonly password: boolean;
}

/** A text with its references replaced, or what keeps it from being used. */
export interface Expansion {
  readonly text: string;
  readonly inserted: readonly Insertion[];
  readonly problems: readonly ReferenceProblem[];
}

/** One reference in a text: how long it is, and what it stands for or why that is not known. */
type Reference = { readonly length: number } & (
  | { readonly value: string; readonly insertion?: Insertion }
  | { readonly problem: ReferenceProblem }
);

const VARIABLE = /\$\{(env:)?([A-Za-z_][\w()]*)(?::-([^}]*))?\}/y;
const PLACE = /\$\{(\/|[A-Za-z]+)\}/y;
const INPUT = /\$\{input:([^\s"$}]+)\}/y;
const FILE = /\$\{file:(?!-)([^"$}]+)\}/y;
/** What only an editor knows: its settings, commands and folders. */
const OF_EDITORS = /\$\{((?:config|command|workspaceFolder):(?!-)[^\s"$}]+)\}/y;
const PLACES: ReadonlySet<string> = new Set([
  "workspaceFolder",
  "workspaceFolderBasename",
  "userHome",
  "pathSeparator",
  "/",
]);
const BARE = /\$([A-Za-z_]\w*)/y;
const FORMS = ["NAME", "env:NAME", "NAME:-default"].map((inner) => `\`\${${inner}}\``).join(", ");

/**
 * Replaces `${NAME}`, `${env:NAME}` and `${NAME:-default}`; and, in the files that have them, `${input:id}`,
 * `${file:PATH}`, places such as `${workspaceFolder}`, and `$NAME`.
 *
 * The default counts where the variable is not there at all; one that is set to nothing stays
 * nothing. There is no escape for `${`, and what was put in is not expanded again. So a literal `${` comes
 * from a variable that holds it.
 */
export function expand(text: string, scope: Scope): Expansion {
  const problems: ReferenceProblem[] = [];
  const inserted: Insertion[] = [];
  let expanded = "";
  let at = 0;
  for (let start = text.indexOf("$"); start !== -1; start = text.indexOf("$", at)) {
    const reference = referenceAt(text, start, scope);
    expanded += text.slice(at, start);
    if (reference === undefined) {
      expanded += "$";
      at = start + 1;
      continue;
    }
    at = start + reference.length;
    if ("problem" in reference) {
      problems.push(reference.problem);
      continue;
    }
    expanded += reference.value;
    if (reference.insertion !== undefined) inserted.push(reference.insertion);
  }
  return { text: expanded + text.slice(at), inserted, problems };
}

/** The reference that begins at `start`, if one does there. */
function referenceAt(text: string, start: number, scope: Scope): Reference | undefined {
  if (text[start + 1] !== "{") {
    const [whole, name] = (scope.dialect.bareNames && matchAt(BARE, text, start)) || [];
    return whole === undefined || name === undefined
      ? undefined
      : { length: whole.length, ...variable(name, scope) };
  }
  const [place, placeName = ""] = matchAt(PLACE, text, start) ?? [];
  const known = placeOf(placeName, scope);
  if (place !== undefined && known !== undefined) return { length: place.length, value: known };
  const [input, id] = matchAt(INPUT, text, start) ?? [];
  if (input !== undefined && id !== undefined) return { length: input.length, ...asked(id, scope) };
  const [file, path] = matchAt(FILE, text, start) ?? [];
  if (file !== undefined && path !== undefined)
    return { length: file.length, ...read(path, scope) };
  const [ofEditors, inner] = matchAt(OF_EDITORS, text, start) ?? [];
  if (ofEditors !== undefined && inner !== undefined) {
    return { length: ofEditors.length, ...unresolved(inner, "only an editor fills it in") };
  }
  const [whole, , name, otherwise] = matchAt(VARIABLE, text, start) ?? [];
  // A reference inside a default would be cut at its first brace, so it is none.
  if (whole !== undefined && name !== undefined && otherwise?.includes("${") !== true) {
    return { length: whole.length, ...variable(name, scope, otherwise) };
  }
  const message = `expected one of ${FORMS}, found another use of \`\${\`; put a text that has it into a variable`;
  return { length: 2, problem: { code: "invalid", message } };
}

/** What a reference is, but for its length. */
type Meaning =
  | { readonly value: string; readonly insertion?: Insertion }
  | { readonly problem: ReferenceProblem };

function variable(name: string, { env, dialect }: Scope, otherwise?: string): Meaning {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value !== undefined) return { value, insertion: { name, value, password: false } };
  if (otherwise !== undefined) return { value: otherwise };
  const ofEditors = PLACES.has(name) ? " (only an editor fills it in)" : "";
  const orDefault = dialect.defaults ? `, or write \${${name}:-default}` : "";
  const message = `the variable ${name} is not set${ofEditors}; set it${orDefault}`;
  return { problem: { code: "unresolved_variable", variable: name, message } };
}

function asked(id: string, { dialect, inputs, input }: Scope): Meaning {
  const name = `input:${id}`;
  if (!dialect.inputs) {
    return unresolved(name, "its file's editor asks for none; use an environment variable");
  }
  const declaration = inputs.get(id);
  if (declaration === undefined) {
    return unresolved(name, "there is no input of this id; declare it in `inputs`");
  }
  const value = input?.(id);
  if (value === undefined) return unresolved(name, "nobody was asked for it; give it a value");
  return { value, insertion: { name, value, password: declaration.password === true } };
}

/** Files that stand for themselves hold keys: what is in one is hidden like a password. */
function read(path: string, { dialect, readFile, userHome }: Scope): Meaning {
  const name = `file:${path}`;
  if (!dialect.files) return unresolved(name, "its file's editor reads none");
  if (readFile === undefined) return unresolved(name, "nothing here reads a file");
  const home = userHome ?? "~";
  try {
    const value = readFile(path.replace(/^~(?=[/\\])/, () => home)).replace(/[\r\n]+$/, "");
    return { value, insertion: { name, value, password: true } };
  } catch (error) {
    return unresolved(name, `the file cannot be read${codeOf(error)}; create it, or write another`);
  }
}

function unresolved(variable: string, why: string): Meaning {
  const message = `\${${variable}} cannot be resolved: ${why}`;
  return { problem: { code: "unresolved_variable", variable, message } };
}

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

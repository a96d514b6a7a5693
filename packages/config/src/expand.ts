/** Environment variables by name, as a platform has them; an absent one is `undefined`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What is wrong with one reference. The message never holds the value or the default of any. */
type ReferenceProblem =
  | { readonly code: "unresolved_variable"; readonly variable: string; readonly message: string }
  | { readonly code: "invalid"; readonly message: string };

/** A text with its references replaced, or what keeps it from being used. */
export interface Expansion {
  readonly text: string;
  /** The variables whose values were put in, and these values. Defaults are not among them. */
  readonly inserted: readonly (readonly [name: string, value: string])[];
  readonly problems: readonly ReferenceProblem[];
}

const REFERENCE = /\$\{(?:env:)?([A-Za-z_][\w()]*)(?::-([^}]*))?\}/y;
const PROMPT = /\$\{(input:[\w.-]+)\}/y;
const FORMS = ["NAME", "env:NAME", "NAME:-default"].map((inner) => `\`\${${inner}}\``).join(", ");
const OF_EDITORS: ReadonlySet<string> = new Set([
  "workspaceFolder",
  "workspaceFolderBasename",
  "userHome",
  "pathSeparator",
]);

/**
 * Replaces `${NAME}`, `${env:NAME}` and `${NAME:-default}`.
 *
 * The default counts where the variable is not there at all; one that is set to nothing stays
 * nothing. `$NAME` without braces is left alone, there is no escape for `${`, and what was put in is
 * not expanded again. So a literal `${` comes from a variable that holds it.
 */
export function expand(text: string, variables: Variables): Expansion {
  const problems: ReferenceProblem[] = [];
  const inserted: (readonly [string, string])[] = [];
  let expanded = "";
  let at = 0;
  for (let start = text.indexOf("${"); start !== -1; start = text.indexOf("${", at)) {
    expanded += text.slice(at, start);
    const [whole = "${", name, otherwise] = referenceAt(text, start);
    const found = name === undefined ? undefined : lookUp(name, variables);
    if (name !== undefined && found !== undefined) {
      inserted.push([name, found]);
    } else if (otherwise === undefined) {
      problems.push(problemAt(text, start, name));
    }
    expanded += found ?? otherwise ?? "";
    at = start + whole.length;
  }
  return { text: expanded + text.slice(at), inserted, problems };
}

/** The reference that begins at `start`: all of it, its variable, its default. None: an empty list. */
function referenceAt(text: string, start: number): readonly (string | undefined)[] {
  const reference = matchAt(REFERENCE, text, start) ?? [];
  // A reference inside a default would be cut at its first brace, so it is none.
  return reference[2]?.includes("${") === true ? [] : reference;
}

function lookUp(name: string, variables: Variables): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

function problemAt(text: string, start: number, name: string | undefined): ReferenceProblem {
  if (name !== undefined) {
    const ofEditors = OF_EDITORS.has(name) ? " (only an editor fills it in)" : "";
    return {
      code: "unresolved_variable",
      variable: name,
      message: `the variable ${name} is not set${ofEditors}; set it, or write \${${name}:-default}`,
    };
  }
  const prompt = matchAt(PROMPT, text, start)?.[1];
  if (prompt !== undefined) {
    return {
      code: "unresolved_variable",
      variable: prompt,
      message: `\${${prompt}} is asked for by an editor, and by nothing here; use an environment variable`,
    };
  }
  return {
    code: "invalid",
    message: `expected one of ${FORMS}, found another use of \`\${\`; put a text that has it into a variable`,
  };
}

const LINE_END = /\r\n?/g;

/**
 * One variable: `NAME=` or `NAME:`, then a text in quotes with nothing but a comment behind it, which may go
 * over several lines, or the rest of the line up to a `#` that is in no quotes. A quotation mark behind a
 * backslash ends nothing. `^`, `$` and `.` would take U+2028 for the end of a line.
 */
const ENTRY =
  /(?<![^\n])[^\S\n]*(?:export[^\S\n]+)?([^\s#=:'"`][^=:'"`\n]*)[=:][^\S\n]*((["'`])(?:(?!\3)[\s\S]|(?<=\\)\3)*\3(?=[^\S\n]*(?:#[^\n]*)?(?:\n|$))|(?:(["'`])(?:(?!\4)[^\n]|(?<=\\)\4)*(?:\4|(?![^\n]))|[^#'"`\n])*)/g;

/**
 * The variables in the text of a `.env` file, as VS Code reads one: `export ` before a name, comments, blank
 * lines and a byte order mark are passed over, and so is a line that names nothing; of a variable that is there
 * twice the last one counts. A value loses the blanks around it, and then the quotes; `\n` and `\r` in double
 * quotes are line ends. Unlike there, what is in quotes may go over several lines, with `\n` between them.
 * Nothing is expanded.
 *
 * It is read here, and not by Node's `parseEnv`, which takes a next line for an empty value and ends a text at
 * a quotation mark behind a backslash, and not the same in each version.
 */
export function parseEnvFile(text: string): Readonly<Record<string, string>> {
  const variables = new Map<string, string>();
  for (const [, name = "", value = ""] of text.replaceAll(LINE_END, "\n").matchAll(ENTRY)) {
    variables.set(name.trim(), unquoted(value.trim()));
  }
  return Object.fromEntries(variables);
}

function unquoted(value: string): string {
  const quote = value.at(0) ?? "";
  if (value.length < 2 || !`"'\``.includes(quote) || value.at(-1) !== quote) return value;
  const inner = value.slice(1, -1);
  return quote === '"' ? inner.replaceAll("\\n", "\n").replaceAll("\\r", "\r") : inner;
}

import type { FormField, FormRequest, UrlVisit, UrlWarning } from "@x/input";
import { oneLine, printable } from "./printable.js";
import { wrapped } from "./wrapped.js";

/** The most of a server's message that is shown, in UTF-16 code units. */
const LONGEST_MESSAGE = 4000;

/** The same of a title, a name, an option. */
const LONGEST_NAME = 120;

/** More options of a field than these are counted, not shown. */
const MOST_OPTIONS = 50;

/** What a field is called that no form may have. */
const SECRET = /passw|passphrase|secret|token|api.?key|credential|\bpin\b|\bcvv\b|card.?number/i;

/** How texts of a server are shown, and whose they are. */
export interface Shown {
  readonly peer: string;
  /** Takes the operator's secrets out of a text; nothing is cut before that. */
  readonly hide: (text: string) => string;
  /**
   * How a URL is shown that somebody is to visit: whole to somebody who is asked on a terminal, since it cannot be
   * visited otherwise, and elsewhere without the operator's secrets.
   */
  readonly url: (url: string) => string;
  /** How wide the terminal is that it is shown on; nothing where it is none. */
  readonly columns: number | undefined;
}

/** A form as lines: whose it is, its message, and all its fields. */
export function formText(form: FormRequest, shown: Shown): string {
  return `${[headText(form, shown), ...form.fields.map((field) => fieldText(field, shown))].join("\n")}\n`;
}

/** Who asks, and why. What is the server's is behind a `|` on every line, so that it looks like nothing else. */
export function headText({ message }: Pick<FormRequest, "message">, shown: Shown): string {
  return `${shown.peer} asks for input:\n${quoted(message, shown)}`;
}

/** A field as lines: its name, behind what stands `before` it, what it takes, and what the server says about it. */
export function fieldText(field: FormField, shown: Shown, before = ""): string {
  const { name, title, description, isRequired } = field;
  const label = nameText(name, shown);
  const called = title === undefined || title === name ? "" : ` (${nameText(title, shown)})`;
  const head = `${before}${label}${called}, ${isRequired ? "required" : "optional"}: ${kindText(field)}`;
  return [
    wrapped(head, INDENT, shown.columns),
    ...(description === undefined ? [] : [quoted(description, shown)]),
    ...("options" in field ? optionLines(field, shown) : []),
    ...(SECRET.test(`${name} ${title ?? ""}`)
      ? [`  Careful: this looks like a secret, and ${shown.peer} reads what you give it.`]
      : []),
  ].join("\n");
}

/** A name of a server's on one line. */
export function nameText(name: string, { hide }: Shown): string {
  return oneLine(hide(name), LONGEST_NAME);
}

/** A page to visit as lines. Its URL is on one line, however long that is: what is broken up cannot be copied. */
export function visitText({ message, url, host, warnings }: UrlVisit, shown: Shown): string {
  const lines = [
    `${shown.peer} asks you to visit a page:`,
    quoted(message, shown),
    `  URL   ${printable(shown.url(url))}`,
    `  host  ${printable(shown.url(host))}`,
    ...warnings.map((warning) => `  Careful: ${WARNINGS[warning]}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** Before what is the server's. */
const BAR = "  | ";

/** Before what goes on from the line above. */
const INDENT = "      ";

const WARNINGS: { readonly [warning in UrlWarning]: string } = {
  insecure: "it is http:, so that others can read along and change what you see.",
  punycode: "its host has international characters, and may look like another one.",
};

function quoted(text: string, { hide, columns }: Shown): string {
  const whole = printable(hide(text));
  const cut = whole.length > LONGEST_MESSAGE ? `${whole.slice(0, LONGEST_MESSAGE)}…` : whole;
  return cut
    .split("\n")
    .map((line) => wrapped(`${BAR}${line}`, BAR, columns))
    .join("\n");
}

function kindText(field: FormField): string {
  switch (field.type) {
    case "text": {
      const { minLength, maxLength, format } = field;
      const length = boundsText(minLength, maxLength);
      const kind = format === undefined ? "text" : `text, ${FORMATS[format]}`;
      return length === "" ? kind : `${kind}, ${length} characters`;
    }
    case "number":
    case "integer": {
      const kind = field.type === "integer" ? "a whole number" : "a number";
      const bounds = boundsText(field.minimum, field.maximum);
      return bounds === "" ? kind : `${kind}, ${bounds}`;
    }
    case "boolean":
      return "yes or no";
    case "choice":
      return "one of these";
    case "choices": {
      const bounds = boundsText(field.minItems, field.maxItems);
      return bounds === "" ? "any of these" : `any of these, ${bounds}`;
    }
  }
}

const FORMATS = {
  email: "an e-mail address",
  uri: "a URI",
  date: "a date such as 2026-12-31",
  "date-time": "a date with time such as 2026-12-31T23:59:59Z",
} as const;

function boundsText(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return most === undefined ? "" : `at most ${most}`;
  return most === undefined ? `at least ${least}` : `${least} to ${most}`;
}

function optionLines(
  { options }: Extract<FormField, { readonly options: unknown }>,
  shown: Shown,
): readonly string[] {
  const lines = options.slice(0, MOST_OPTIONS).map(({ value, title }, index) => {
    const called = title === value ? "" : ` (${nameText(title, shown)})`;
    return wrapped(`  ${index + 1}. ${nameText(value, shown)}${called}`, INDENT, shown.columns);
  });
  const more = options.length - lines.length;
  return more === 0 ? lines : [...lines, `  … and ${more} more`];
}

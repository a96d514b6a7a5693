import {
  checkContent,
  type FieldValue,
  type FormAnswer,
  type FormField,
  type FormRequest,
  type UrlAnswer,
  type UrlVisit,
} from "@x/input";
import type { Io } from "./io.js";
import { fieldText, headText, nameText, type Shown, visitText } from "./request-text.js";
import { typedValue, valueText } from "./typed-value.js";
import { fitting, widthOf } from "./wrapped.js";

/** Where somebody is asked, and until when. */
export interface Asking extends Shown {
  readonly io: Pick<Io, "line" | "stderr">;
  readonly signal: AbortSignal;
}

/** What can be typed instead of a value. */
const DECLINE = "!decline";
const CANCEL = "!cancel";
const SKIP = "!skip";

const WAYS = `(${DECLINE} says no, ${CANCEL} leaves it, ${SKIP} leaves out an optional field.)`;

/**
 * Asks somebody for the values of a form, field by field, until each of them fits, and then whether to
 * send them.
 *
 * An empty line takes the default. The end of stdin is taken for {@link CANCEL}.
 */
export async function askForm(form: FormRequest, asking: Asking): Promise<FormAnswer> {
  const { io, peer } = asking;
  io.stderr(`${headText(form, asking)}\n${WAYS}\n`);
  for (;;) {
    const content = await askFields(form.fields, asking);
    if (typeof content === "string") return { action: content };
    const answer = await answered(`Send this to ${peer}? (yes, no, again) `, asking);
    switch (answer.trim().toLowerCase()) {
      case "yes":
        return { action: "accept", content };
      case "no":
      case DECLINE:
        return { action: "decline" };
      case CANCEL:
        return { action: "cancel" };
    }
  }
}

/** Asks somebody whether they want to visit a page. It is theirs to open it: nothing here does. */
export async function askUrl(visit: UrlVisit, asking: Asking): Promise<UrlAnswer> {
  const { io, peer } = asking;
  io.stderr(visitText(visit, asking));
  for (;;) {
    const answer = await answered(
      `Tell ${peer} that you visit it? Open it yourself. (yes, no, ${CANCEL}) `,
      asking,
    );
    switch (answer.trim().toLowerCase()) {
      case "yes":
        return { action: "accept" };
      case "no":
      case DECLINE:
        return { action: "decline" };
      case CANCEL:
        return { action: "cancel" };
    }
  }
}

async function askFields(
  fields: readonly FormField[],
  asking: Asking,
): Promise<{ readonly [field: string]: FieldValue } | "decline" | "cancel"> {
  const given: (readonly [name: string, value: FieldValue])[] = [];
  for (const [index, field] of fields.entries()) {
    const before = `[${index + 1}/${fields.length}] `;
    asking.io.stderr(`${fieldText(field, asking, before)}\n`);
    const value = await askField(field, asking);
    if (value.type === "left") return value.action;
    if (value.type === "value") given.push([field.name, value.value]);
  }
  return Object.fromEntries(given);
}

type Given =
  | { readonly type: "value"; readonly value: FieldValue }
  | { readonly type: "none" }
  | { readonly type: "left"; readonly action: "decline" | "cancel" };

async function askField(field: FormField, asking: Asking): Promise<Given> {
  const { name, isRequired, default: usual } = field;
  const offered = usual === undefined ? "" : ` [${shortened(valueText(usual), asking)}]`;
  const question = `${shortened(name, asking)}${offered}: `;
  for (;;) {
    const line = await answered(question, asking);
    if (line === DECLINE) return { type: "left", action: "decline" };
    if (line === CANCEL) return { type: "left", action: "cancel" };
    const isLeftOut = line === SKIP || (line === "" && usual === undefined);
    if (isLeftOut && !isRequired) return { type: "none" };
    const value = line === "" ? usual : isLeftOut ? undefined : typedValue(field, line);
    const [problem] = checkContent({ fields: [field] }, { [name]: value });
    if (problem === undefined && value !== undefined) return { type: "value", value };
    asking.io.stderr(`  That does not fit: it ${problem?.message}.\n`);
  }
}

/** A text of the server's in a question, of which all is to stand on one line. */
function shortened(text: string, asking: Asking): string {
  const { columns } = asking;
  const whole = nameText(text, asking);
  if (columns === undefined) return whole;
  const most = Math.max(Math.floor(columns / 2) - 8, 8);
  return widthOf(whole) > most ? `${fitting(whole, most - 1)}…` : whole;
}

/** The line that somebody typed. */
async function answered(question: string, { io, signal }: Asking): Promise<string> {
  const line = await io.line(question, signal);
  // The questions would begin anew forever.
  if (line === undefined) io.stderr("\n");
  return line ?? CANCEL;
}

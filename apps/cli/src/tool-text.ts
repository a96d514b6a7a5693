import { oneLine, printable } from "./printable.js";
import { type Parameter, parametersOf, signatureOf } from "./schema/signature.js";
import type { ToolReport } from "./tools-text.js";

/** Nothing of one tool is left out for being wide; but a server decides how wide it is. */
const WIDEST = 10_000;

/** Arguments that are told with what they are for. */
const MOST_PARAMETERS = 200;

/** What is said of the behaviour of a tool, by the names that annotations have. */
const HINTS: readonly (readonly [name: string, ifTrue: string, ifFalse: string])[] = [
  ["readOnlyHint", "changes nothing", "may change something"],
  ["destructiveHint", "may destroy something", "destroys nothing"],
  [
    "idempotentHint",
    "the same call again changes nothing more",
    "the same call again may change more",
  ],
  ["openWorldHint", "reaches beyond its server", "stays within its server"],
];

/** One tool for people, whole. */
export function toolText(tool: ToolReport): string {
  const { server, localName, title, description, annotations = {} } = tool;
  const claims = HINTS.flatMap(([name, ifTrue, ifFalse]) => {
    const claim = annotations[name];
    return typeof claim === "boolean" ? [claim ? ifTrue : ifFalse] : [];
  });
  const facts = [
    ...(title === undefined ? [] : [`title    ${oneLine(title, WIDEST)}`]),
    `server   ${oneLine(server, WIDEST)}, which calls it ${oneLine(localName, WIDEST)}`,
    ...(claims.length === 0 ? [] : [`claims   ${claims.join("; ")}`]),
  ];
  return [
    `${signatureOf(tool, WIDEST)}\n`,
    `${facts.map((fact) => `  ${fact}\n`).join("")}`,
    ...(description === null ? [] : [`\n${indented(description, "  ")}`]),
    ...parametersText(parametersOf(tool.inputSchema)),
  ].join("");
}

function parametersText(parameters: readonly Parameter[]): readonly string[] {
  if (parameters.length === 0) return [];
  const shown = parameters
    .slice(0, MOST_PARAMETERS)
    .map(({ name, isRequired, text, description }) => {
      const need = isRequired ? ", required" : "";
      const about = description === undefined ? "" : indented(description, "      ");
      return `  ${oneLine(name, WIDEST)}: ${oneLine(text, WIDEST)}${need}\n${about}`;
    });
  const more = parameters.length - shown.length;
  return ["\n", ...shown, ...(more > 0 ? [`  and ${more} more: --schema has them\n`] : [])];
}

function indented(text: string, by: string): string {
  const lines = printable(text).trim().split("\n");
  return lines.map((line) => (line === "" ? "\n" : `${by}${line}\n`)).join("");
}

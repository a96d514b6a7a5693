import type { ResourceContents } from "@x/router";
import { bytesOf } from "./content-bytes.js";
import type { Invocation } from "./invocation.js";
import { oneLine } from "./printable.js";

/** Contents of one resource that are named on stderr. */
const MOST_REMARKS = 20;
const LONGEST = 200;

/**
 * What a resource holds, for people: each text as `show` gives it, with a line end after it, and a line
 * for each of the rest.
 */
export function contentsText(
  contents: readonly ResourceContents[],
  show: (text: string) => string,
): string {
  return contents
    .map((one) => ((one.text ?? null) === null ? `[${summary(one)}]` : show(one.text ?? "")))
    .map((text) => text.replace(/\n?$/, "\n"))
    .join("");
}

/** Says which contents these are, where they are several, and what can be done with those that are no text. */
export function noteContents(
  contents: readonly ResourceContents[],
  note: Invocation["note"],
): void {
  const { length } = contents;
  if (length === 0) note("The resource has no contents.");
  if (length > 1) {
    for (const [at, one] of contents.slice(0, MOST_REMARKS).entries()) {
      note(`Content ${at + 1} of ${length}: ${oneLine(one.uri, LONGEST)}, ${summary(one)}.`);
    }
  }
  if (contents.every(({ text }) => typeof text === "string")) return;
  note(
    `${length === 1 ? "--output FILE saves it" : "--json prints all of them, Base64 included"}.`,
  );
}

/** What it is and how large, without what is in it. */
function summary({ text, blob, mimeType }: ResourceContents): string {
  const type = oneLine(mimeType ?? "", LONGEST);
  if (typeof text === "string") return `${type === "" ? "text" : type}, ${text.length} characters`;
  const bytes = bytesOf(blob ?? "");
  const size = bytes === undefined ? "something that is no Base64" : `${bytes.length} bytes`;
  return `${["blob", type].filter(Boolean).join(" ")}, ${size}`;
}

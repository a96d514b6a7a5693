import { firstLine, LONGEST_NAME } from "./columns-text.js";
import type { Invocation } from "./invocation.js";
import { oneLine } from "./printable.js";
import type { Listed, ResourceReport, TemplateReport } from "./resource-lists.js";

/** Remarks on what cannot be used of one server's list. */
const MOST_REMARKS = 10;

/** The answer of `resources` for people: a row a resource, then a row a template. */
export function resourceRows({
  resources,
  templates,
}: {
  readonly resources: readonly ResourceReport[];
  readonly templates: readonly TemplateReport[];
}): readonly (readonly string[])[] {
  return [
    ...resources.map((one) => row(one, one.uri, one.mimeType ?? "")),
    ...templates.map((one) => row(one, one.uriTemplate, "template")),
  ];
}

/** Says what of a server's lists is left out. */
export function noteRefused({ server, refused }: Listed, note: Invocation["note"]): void {
  for (const { message } of refused.slice(0, MOST_REMARKS)) note(message);
  const more = refused.length - MOST_REMARKS;
  if (more > 0) note(`${server}: ${more} more are left out. --json tells which.`);
}

function row(
  { server, name, title, description }: ResourceReport | TemplateReport,
  uri: string,
  kind: string,
): readonly string[] {
  return [
    oneLine(server, LONGEST_NAME),
    oneLine(uri, LONGEST_NAME),
    oneLine(kind, 100),
    firstLine(description ?? title ?? name),
  ];
}

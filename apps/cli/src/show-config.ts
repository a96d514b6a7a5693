import { type ConfigReport, configReport, type ServerConfigReport } from "./config-report.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { oneLine } from "./printable.js";
import type { Format } from "./server-settings.js";

const LONGEST = 1000;

/** Of a key; one that is longer moves those around it. */
const WIDTH = 11;

/** Prints the configuration in effect, with where each part comes from. Starts nothing. */
export function showConfig(invocation: Invocation, format: Format): ExitCode {
  const report = configReport(invocation);
  invocation.io.stdout(format === "json" ? jsonDocument(report) : configText(report));
  return EXIT.ok;
}

function configText(report: ConfigReport): string {
  const { overlay, collision, collisionFrom, servers, disabled, unusable, replaced, notes } =
    report;
  const from = collisionFrom === null ? "" : ` (${collisionFrom})`;
  const foot = [
    ["files", report.files.join(", ")],
    ["overlay", overlay ?? "none"],
    ["collision", `${collision}${from}`],
    ...disabled.map((name) => ["disabled", name]),
    ...unusable.flatMap(({ name, problems }) =>
      problems.map(({ file, line, field, message }) => [
        "unusable",
        `${name}, ${file}:${line}${field === null ? "" : `, ${field}`}: ${message}`,
      ]),
    ),
    ...notes.map(({ message }) => ["note", message]),
    ...replaced.map(({ name, file, by }) => ["replaced", `${name} of ${file}, by that of ${by}`]),
  ];
  const blocks = servers.map((server) => `${blockOf(server)}\n`);
  return `${blocks.join("")}${foot.map(([key, value]) => row(key, value, "")).join("")}`;
}

function blockOf(server: ServerConfigReport): string {
  const { name, origin, ignoredKeys, type } = server;
  const unread = ignoredKeys.length === 0 ? "" : row("not read", ignoredKeys.join(", "));
  return `${oneLine(name, LONGEST)}: ${type}, ${oneLine(origin.file, LONGEST)}:${origin.line}\n${bindingRows(server)}${unread}`;
}

/** What a server is reached by and what it may do, a line a key; an argument and a variable have their own. */
export function bindingRows(server: ServerConfigReport): string {
  const { name: _, origin, ignoredKeys: __, type: ___, ...keys } = server;
  const { overlay } = origin;
  const lines = Object.entries(keys).flatMap(([key, value]) => {
    const from = overlay?.keys.includes(key) === true ? ` (${overlay.file})` : "";
    return textsOf(value).map((text) => ({ key, text: `${text}${from}` }));
  });
  const width = Math.max(WIDTH, ...lines.map(({ key }) => key.length));
  return lines.map(({ key, text }) => row(key.padEnd(width), text)).join("");
}

/** The lines that a key takes: one an argument, one a variable; none where it says nothing. */
function textsOf(value: unknown): readonly string[] {
  if (value === false) return [];
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).map(
    ([name, one]) => `${name}=${Array.isArray(one) ? one.join(", ") : one}`,
  );
}

function row(key = "", value = "", indent = "  "): string {
  return `${indent}${key.padEnd(WIDTH)}  ${oneLine(value, LONGEST)}\n`;
}

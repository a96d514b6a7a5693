import type { Section } from "./section.js";

/** What the merged names have to be, in order. */
export const TOOLS = [
  { canonical: "add_note", peer: "notes", local: "add_note" },
  { canonical: "search", peer: "notes", local: "search" },
  { canonical: "list_files", peer: "files", local: "list_files" },
  { canonical: "read_file", peer: "files", local: "read_file" },
  { canonical: "files/search", peer: "files", local: "search" },
  { canonical: "get_order_status", peer: "demo-orders", local: "get_order_status" },
  { canonical: "get_invoice", peer: "invoices", local: "get_invoice" },
  { canonical: "list_invoices", peer: "invoices", local: "list_invoices" },
];

/** The one name that two servers want, and what has to become of it. */
export const COLLISION = {
  local: "search",
  holder: "notes",
  peer: "files",
  canonical: "files/search",
};

/** What the model sees of all servers together, and which names two of them wanted. */
export function tellNames({ host, printer, expectations }: Section): void {
  const { tools, collisions } = host.client;
  printer.heading("2. One set of names");
  printer.line("");
  printer.line(row("canonical name", "owner", "local name"));
  for (const { canonical, peer, local } of tools) printer.line(row(canonical, peer, local));
  for (const { message } of collisions) printer.line(`  Collision: ${message}`);
  expectations.equal(
    `${TOOLS.length} tools, every name once, in declared order`,
    tools.map(({ canonical, peer, local }) => ({ canonical, peer, local })),
    TOOLS,
  );
  expectations.equal(
    `one collision: both "search" are kept, one as "${COLLISION.canonical}"`,
    collisions.map(({ local, holder, peer, canonical }) => ({ local, holder, peer, canonical })),
    [COLLISION],
  );
}

function row(...cells: readonly string[]): string {
  return `  ${cells.map((cell) => cell.padEnd(18)).join("")}`.trimEnd();
}

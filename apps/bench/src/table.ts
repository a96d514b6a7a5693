import type { Budget } from "./budget.js";
import type { RowOutcome } from "./outcome.js";
import { quantity, times } from "./quantity.js";

const HEAD = ["", "ours", "official", "bare", "ours/official", "ours/bare", "budget", ""];

/** The rows as aligned text, and one line that counts the budgets. */
export function table(rows: readonly RowOutcome[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  const lines = cells.map((line) => line.map((cell, at) => pad(cell, at, widths)).join("  "));
  return [...lines.map((line) => line.trimEnd()), "", summary(rows)].join("\n");
}

function cellsOf({ title, unit, medians, ratios, budget, verdict }: RowOutcome): string[] {
  return [
    title,
    quantity(medians.ours, unit),
    quantity(medians.official, unit),
    quantity(medians.bare, unit),
    times(ratios.official),
    times(ratios.bare),
    budget === null ? "" : budgetText(budget, unit),
    verdict ?? "",
  ];
}

function budgetText(budget: Budget, unit: RowOutcome["unit"]): string {
  switch (budget.type) {
    case "at_most_times":
      return `<= ${budget.factor}x ${budget.of}`;
    case "at_least_times":
      return `>= ${budget.factor}x ${budget.of}`;
    case "at_most":
      return `<= ${quantity(budget.value, unit)}`;
  }
}

function summary(rows: readonly RowOutcome[]): string {
  const held = rows.filter(({ verdict }) => verdict === "held").length;
  const missed = rows.filter(({ verdict }) => verdict === "missed");
  const names = missed.map(({ id }) => id).join(", ");
  return `${held} held, ${missed.length} missed${names === "" ? "" : `: ${names}`}`;
}

/** Words to the left, numbers to the right. */
function pad(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0;
  return column >= 1 && column <= 5 ? cell.padStart(width) : cell.padEnd(width);
}

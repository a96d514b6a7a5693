/** What a number counts. */
export type Unit = "1/s" | "us" | "ms" | "bytes" | "x";

/** A number with its unit, as short as three figures allow. */
export function quantity(value: number, unit: Unit): string {
  switch (unit) {
    case "1/s":
      return `${Math.round(value).toLocaleString("en-US")}/s`;
    case "us":
      return `${threeFigures(value)} us`;
    case "ms":
      return `${threeFigures(value)} ms`;
    case "bytes":
      return `${(value / 1000).toFixed(1)} kB`;
    case "x":
      return value.toFixed(2);
  }
}

/** A ratio: `1.07x`. */
export function times(value: number): string {
  return `${value >= 10 ? value.toFixed(1) : value.toFixed(2)}x`;
}

function threeFigures(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(size >= 10 ? 1 : 2);
}

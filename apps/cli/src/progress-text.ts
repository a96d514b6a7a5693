import type { Progress } from "@x/router";

/** How far a call is, by its server's own account: `name: 40% (4 of 10), copying`. */
export function progressText(name: string, { progress, total, message }: Progress): string {
  const isPart = total !== undefined && total > 0 && progress >= 0 && progress <= total;
  const far = isPart
    ? `${Math.floor((progress / total) * 100)}% (${progress} of ${total})`
    : String(progress);
  return `${name}: ${far}${message === undefined || message === "" ? "" : `, ${message}`}`;
}

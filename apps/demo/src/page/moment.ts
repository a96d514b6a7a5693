/** A moment since the console started, in seconds. */
export function moment(at: number): string {
  return `${(at / 1000).toFixed(2)} s`;
}

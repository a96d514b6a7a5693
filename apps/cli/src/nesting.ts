/** The most levels that the arguments of a call may have; servers refuse far fewer. */
export const MOST_LEVELS = 512;

/** Whether a value has more than {@link MOST_LEVELS} levels of objects and arrays. */
export function isTooDeep(value: unknown): boolean {
  return isDeeper(value, MOST_LEVELS);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

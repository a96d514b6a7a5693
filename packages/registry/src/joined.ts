/** All these lists as one; a list that is alone is not copied. */
export function joined<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const [first = [], ...others] = lists;
  return others.length === 0 ? first : first.concat(...others);
}

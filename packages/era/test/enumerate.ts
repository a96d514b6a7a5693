/**
 * Runs every script there is, depth first. A run asks `choose(arity)` where the world may go on in
 * several ways; the first run takes the first way everywhere, and each later run the next one.
 */
export async function enumerate(
  run: (choose: (arity: number) => number) => Promise<void>,
): Promise<number> {
  let prefix: readonly number[] = [];
  for (let scripts = 1; ; scripts += 1) {
    const taken: { readonly choice: number; readonly arity: number }[] = [];
    await run((arity) => {
      const choice = prefix[taken.length] ?? 0;
      taken.push({ choice, arity });
      return choice;
    });
    let last = taken.length - 1;
    for (; last >= 0; last -= 1) {
      const at = taken[last];
      if (at !== undefined && at.choice + 1 < at.arity) break;
    }
    if (last < 0) return scripts;
    prefix = taken.slice(0, last + 1).map(({ choice }, i) => (i === last ? choice + 1 : choice));
  }
}

const REGION = /<!-- begin (\S+) -->\n.*?<!-- end \1 -->/gs;

/** What is generated of one page: the text of each of its regions, by name. */
export type Regions = ReadonlyMap<string, string>;

/**
 * A page with its regions as they have to be. A region stands between `<!-- begin NAME -->` and
 * `<!-- end NAME -->`; all that is outside of them is written by hand.
 *
 * @throws Error for a region that nothing is generated for, and for one that the page does not have.
 */
export function withRegions(page: string, regions: Regions): string {
  const seen = new Set<string>();
  const text = page.replaceAll(REGION, (_region, name: string) => {
    const body = regions.get(name);
    if (body === undefined) throw new Error(`Nothing is generated for a region "${name}".`);
    seen.add(name);
    return `<!-- begin ${name} -->\n\n${body}\n\n<!-- end ${name} -->`;
  });
  const absent = [...regions.keys()].filter((name) => !seen.has(name));
  if (absent.length > 0) throw new Error(`The page has no region ${absent.join(", ")}.`);
  return text;
}

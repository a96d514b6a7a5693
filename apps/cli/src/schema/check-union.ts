import type { JsonObject } from "@x/wire";
import type { Flaw } from "./flaw.js";
import type { Place, Walk } from "./walk.js";

/** What one member of a union has against a value. */
interface Trial {
  readonly flaws: readonly Flaw[];
  readonly isWhole: boolean;
}

/** Looks at a value by `allOf`, `anyOf` and `oneOf`. */
export function checkUnion(schema: JsonObject, place: Place, walk: Walk): void {
  const { allOf, anyOf, oneOf } = schema;
  if (Array.isArray(allOf)) {
    for (const member of allOf) walk.check(member, place, walk);
  }
  if (Array.isArray(anyOf)) {
    const fitting = tried(anyOf, place, walk);
    // One that fits for sure is enough, whatever the others may say.
    if (fitting.length > 0 && !fitting.some(({ isWhole }) => isWhole)) walk.isWhole = false;
  }
  if (Array.isArray(oneOf)) {
    const fitting = tried(oneOf, place, walk);
    if (fitting.length > 1 || fitting.some(({ isWhole }) => !isWhole)) walk.isWhole = false;
  }
}

/** The members that a value fits; that it fits none is a flaw. */
function tried(members: readonly unknown[], place: Place, walk: Walk): readonly Trial[] {
  const trials = members.map((member): Trial => {
    const trial: Walk = { ...walk, flaws: [], isWhole: true };
    walk.check(member, place, trial);
    walk.left = trial.left;
    return trial;
  });
  const fitting = trials.filter(({ flaws }) => flaws.length === 0);
  if (fitting.length === 0 && members.length > 0) walk.flaws.push(...told(trials, place));
  return fitting;
}

/** Of the members whose type the value has, there is often one: what that says is what helps. */
function told(trials: readonly Trial[], { value, path }: Place): readonly Flaw[] {
  const others = trials.filter(({ flaws }) => !flaws.some((flaw) => isOf(flaw, path)));
  const [first, ...more] = others;
  if (first !== undefined && more.length === 0) return first.flaws;
  const wants = trials.flatMap(({ flaws }) =>
    flaws.flatMap((flaw) => (isOf(flaw, path) && flaw.type === "unfit" ? [flaw.wants] : [])),
  );
  if (others.length === 0 && wants.length > 0) {
    const meant = trials
      .flatMap(({ flaws }) => flaws)
      .flatMap((flaw) => (flaw.type === "unfit" ? (flaw.meant ?? []) : []))[0];
    return [
      { type: "unfit", path, wants: [...new Set(wants)].slice(0, 12).join(" or "), value, meant },
    ];
  }
  return [{ type: "said", path, message: "fits none of the forms that its schema has for it" }];
}

function isOf(flaw: Flaw, path: readonly string[]): boolean {
  return flaw.type === "unfit" && flaw.path.length === path.length;
}

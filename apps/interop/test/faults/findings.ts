/** What a run is held to. A verdict tells of each whether it was looked at, and what was wrong. */
const RULES = [
  "every call settles once, by its deadline",
  "calls fail only as documented",
  "replies reach their callers",
  "calls are done as often as they may be",
  "every server is called with success",
  "every fault happens",
  "everybody comes back",
  "the tools are those of the servers",
  "every tool answers in the end",
  "closing settles what is pending",
  "no process is left",
  "no handle is left",
  "no descriptor is left",
  "the heap does not grow",
  "nothing is thrown where nobody hears it",
] as const;

export type Rule = (typeof RULES)[number];

const KEPT = 10;

/** Collects what was wrong, as much of it as a person reads. */
export class Findings {
  readonly #checked = new Set<Rule>();
  readonly #wrong = new Map<Rule, string[]>();

  /** The rule was looked at, whatever came out. */
  checked(rule: Rule): void {
    this.#checked.add(rule);
  }

  wrong(rule: Rule, detail: string): void {
    const details = this.#wrong.get(rule) ?? [];
    this.#wrong.set(rule, details);
    if (details.length < KEPT) details.push(detail);
  }

  /** Looks at a rule: it holds if there is nothing to say. */
  look(rule: Rule, details: readonly string[]): void {
    this.checked(rule);
    for (const detail of details) this.wrong(rule, detail);
  }

  /** What was wrong, and what was never looked at. */
  get broken(): readonly string[] {
    return RULES.flatMap((rule) => {
      const details = this.#wrong.get(rule) ?? [];
      const unchecked = this.#checked.has(rule) ? [] : ["was never looked at"];
      return [...details, ...unchecked].map((detail) => `${rule}: ${detail}`);
    });
  }
}

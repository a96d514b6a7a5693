/**
 * Negotiations as the tests of `packages/era` run them: the same servers, the same rules, in virtual
 * time. What is said of them in these pages is what happened when the page was written.
 */
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** How one negotiation went. */
export interface Negotiated {
  readonly verdict: string;
  readonly era: string;
  readonly reason: string;
  readonly revision: string | null;
  /** The methods that were sent, in order. */
  readonly sent: readonly string[];
  /** How many connections were opened. */
  readonly opens: number;
}

/** A thing that a server may do, and what comes of it without and with `allowLegacy`. */
export interface AtProbe {
  readonly what: string;
  readonly denied: Negotiated;
  readonly allowed: Negotiated;
}

/** An outcome of the probe that is no JSON-RPC answer, or none that counts, with its verdict. */
export interface Judged {
  readonly what: string;
  readonly verdict: string;
  readonly reason: string | undefined;
}

/** What the test files export, as far as it is used here. */
interface World {
  open(): undefined;
  answer(request: { readonly method: string }): Behaviour;
}
type Behaviour = (turn: never) => void;
type Alphabet = { readonly [what: string]: Behaviour };
type Run = { readonly opens: number; readonly result: { readonly record: Negotiated } };
interface Tested {
  readonly AT_PROBE: Alphabet;
  readonly AT_INITIALIZE: Alphabet;
  readonly discovered: () => Behaviour;
  readonly initialized: () => Behaviour;
  readonly error: (code: number) => Behaviour;
  readonly policyOf: (more: object) => object;
  readonly negotiateIn: (world: World, policy: object) => Promise<Run>;
  readonly sentMethods: (run: Run) => readonly string[];
  readonly AMBIGUOUS: readonly (readonly [string, object])[];
  readonly NOT_EVIDENCE: readonly (readonly [string, object, string])[];
  readonly classifyProbe: (outcome: object, context: object) => Omit<Judged, "what">;
}

const era = join(import.meta.dirname, "../packages/era");
const tested = await load();

/** The hosts of these negotiations can do this where a server demands it. */
const DECLARABLE = { elicitation: { form: {}, url: {} } };

/**
 * Every server of the tests, by what it does with the first probe. It answers later probes, and
 * `initialize`, as it should.
 */
export async function atProbe(): Promise<readonly AtProbe[]> {
  const rows: AtProbe[] = [];
  for (const [what, first] of inOrder(tested.AT_PROBE)) {
    const go = (allowLegacy: boolean): Promise<Negotiated> => {
      let probes = 0;
      const atDiscover = (): Behaviour => (probes++ === 0 ? first : tested.discovered());
      return negotiated(atDiscover, tested.initialized(), allowLegacy);
    };
    rows.push({ what, denied: await go(false), allowed: await go(true) });
  }
  return rows;
}

/** The same by what a server that is allowed does with `initialize`, after `-32601` for the probe. */
export async function atInitialize(): Promise<readonly (Negotiated & { readonly what: string })[]> {
  const rows: (Negotiated & { readonly what: string })[] = [];
  for (const [what, behaviour] of inOrder(tested.AT_INITIALIZE)) {
    let probes = 0;
    const atDiscover = (): Behaviour =>
      probes++ === 0 ? tested.error(-32601) : tested.discovered();
    rows.push({ what, ...(await negotiated(atDiscover, behaviour, true)) });
  }
  return rows;
}

/** The verdicts of outcomes that a connection can give for the probe, beside modern ones. */
export function judged(): readonly Judged[] {
  const context = { revisions: ["2026-07-28"], declared: {}, declarable: {} };
  return [...tested.AMBIGUOUS, ...tested.NOT_EVIDENCE].map(([what, outcome]) => {
    const { verdict, reason } = tested.classifyProbe(outcome, context);
    return { what, verdict, reason };
  });
}

async function negotiated(
  atDiscover: () => Behaviour,
  atInitialize: Behaviour,
  allowLegacy: boolean,
): Promise<Negotiated> {
  const world: World = {
    open: () => undefined,
    answer: ({ method }) => (method === "initialize" ? atInitialize : atDiscover()),
  };
  const policy = tested.policyOf({ allowLegacy, declarable: DECLARABLE });
  const run = await tested.negotiateIn(world, policy);
  const { verdict, era, reason, revision } = run.result.record;
  return { verdict, era, reason, revision, sent: tested.sentMethods(run), opens: run.opens };
}

/** As they are written: an object puts those that look like an index first. */
function inOrder(alphabet: Alphabet): readonly (readonly [string, Behaviour])[] {
  const isIndex = ([what]: readonly [string, unknown]): boolean => /^\d+$/.test(what);
  const all = Object.entries(alphabet);
  return [...all.filter((one) => !isIndex(one)), ...all.filter(isIndex)];
}

/** Tests import TypeScript by the name that it has once it is built. */
async function load(): Promise<Tested> {
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL;
      if (parent === undefined || !/^\..*\.js$/.test(specifier)) return next(specifier, context);
      const source = new URL(specifier.replace(/\.js$/, ".ts"), parent);
      return next(existsSync(fileURLToPath(source)) ? source.href : specifier, context);
    },
  });
  const files = ["test/alphabet.ts", "test/behaviours.ts", "test/world.ts", "test/outcomes.ts"];
  const modules = await Promise.all(
    [...files, "src/index.ts"].map((file) => import(pathToFileURL(join(era, file)).href)),
  );
  return Object.assign({}, ...modules);
}

const ROOT = 0;
const NONE = -1;

/** Which states stand for whole forms, or for their ends, or for their beginnings. */
interface Ends {
  /** 1 for those. */
  readonly isOne: Uint8Array;
  /** Of each state, the longest of these among what it begins with, itself included. */
  readonly longest: Int32Array;
}

/**
 * The suffix automaton of some forms, each read backwards. A state stands for parts that occur in the same places; of
 * the longest of them it has the length, and as its link the state of the longest part that they begin with and
 * that occurs elsewhere, too.
 */
export class FormAutomaton {
  readonly #length: number[] = [0];
  readonly #link: number[] = [NONE];
  /** The edges of a state are a list: its first one, and of each the next one. */
  readonly #first: number[] = [NONE];
  readonly #code: number[] = [];
  readonly #to: number[] = [];
  readonly #next: number[] = [];
  /** Those of the root, of which there are many. */
  readonly #fromRoot: Int32Array = new Int32Array(65_536);
  readonly wholes: Ends;
  readonly rests: Ends;
  readonly heads: Ends;

  constructor(forms: readonly string[]) {
    const rests = new Set<number>();
    const wholes = new Set(forms.map((form) => this.#add(form, rests)));
    const heads = new Set<number>();
    for (const whole of wholes) {
      for (let one = whole; one > ROOT && !heads.has(one); one = this.linkOf(one)) heads.add(one);
    }
    const states = this.#length.map((_, state) => state);
    states.sort((one, other) => this.lengthOf(one) - this.lengthOf(other));
    this.wholes = this.#ends(wholes, states);
    this.rests = this.#ends(rests, states);
    this.heads = this.#ends(heads, states);
  }

  lengthOf(state: number): number {
    return this.#length[state] ?? 0;
  }

  linkOf(state: number): number {
    return this.#link[state] ?? NONE;
  }

  /** Where a character, a UTF-16 code unit, leads from a state; -1 for nowhere. */
  edge(state: number, code: number): number {
    if (state === ROOT) {
      const to = this.#fromRoot[code] ?? ROOT;
      return to === ROOT ? NONE : to;
    }
    const edge = this.#edgeOf(state, code);
    return edge === NONE ? NONE : (this.#to[edge] ?? NONE);
  }

  /** Adds a form and gives the state that it ends in, which is that of the whole form. */
  #add(form: string, rests: Set<number>): number {
    let last = ROOT;
    for (let at = form.length - 1; at >= 0; at -= 1) {
      last = this.#extended(last, form.charCodeAt(at));
      rests.add(last);
    }
    return last;
  }

  #extended(last: number, code: number): number {
    const there = this.edge(last, code);
    if (there !== NONE) return this.#exactly(there, last, code);
    const state = this.#newState(this.lengthOf(last) + 1);
    let from = last;
    let to: number = NONE;
    while (from !== NONE && to === NONE) {
      this.#setEdge(from, code, state);
      from = this.linkOf(from);
      if (from !== NONE) to = this.edge(from, code);
    }
    this.#link[state] = to === NONE ? ROOT : this.#exactly(to, from, code);
    return state;
  }

  /** The state of what is one longer than `from`: `to`, or one of its own where that stands for longer ones, too. */
  #exactly(to: number, from: number, code: number): number {
    const length = this.lengthOf(from) + 1;
    if (this.lengthOf(to) === length) return to;
    const state = this.#newState(length);
    this.#link[state] = this.linkOf(to);
    for (let edge = this.#first[to] ?? NONE; edge !== NONE; edge = this.#next[edge] ?? NONE) {
      this.#setEdge(state, this.#code[edge] ?? 0, this.#to[edge] ?? ROOT);
    }
    this.#link[to] = state;
    for (let one = from; one !== NONE && this.edge(one, code) === to; one = this.linkOf(one)) {
      this.#setEdge(one, code, state);
    }
    return state;
  }

  #newState(length: number): number {
    this.#link.push(ROOT);
    this.#first.push(NONE);
    return this.#length.push(length) - 1;
  }

  #edgeOf(state: number, code: number): number {
    let edge = this.#first[state] ?? NONE;
    while (edge !== NONE && this.#code[edge] !== code) edge = this.#next[edge] ?? NONE;
    return edge;
  }

  #setEdge(state: number, code: number, to: number): void {
    if (state === ROOT) {
      this.#fromRoot[code] = to;
      return;
    }
    const edge = this.#edgeOf(state, code);
    if (edge !== NONE) {
      this.#to[edge] = to;
      return;
    }
    this.#next.push(this.#first[state] ?? NONE);
    this.#code.push(code);
    this.#first[state] = this.#to.push(to) - 1;
  }

  /** @param states the shortest first: a link leads to what is shorter. */
  #ends(among: ReadonlySet<number>, states: readonly number[]): Ends {
    const isOne = new Uint8Array(states.length);
    const longest = new Int32Array(states.length);
    for (const state of states) {
      isOne[state] = among.has(state) ? 1 : 0;
      longest[state] = among.has(state) ? this.lengthOf(state) : (longest[this.linkOf(state)] ?? 0);
    }
    return { isOne, longest };
  }
}

/**
 * Reads a text backwards, and knows at each place what of some forms begins there: as a whole, their beginnings,
 * their ends, their parts. It takes the same time for each character, however the forms and the text repeat
 * themselves.
 */
export class FormReader {
  readonly #automaton: FormAutomaton;
  #state = ROOT;
  #part = 0;

  constructor(automaton: FormAutomaton) {
    this.#automaton = automaton;
  }

  /** Takes the character before those that were taken, a UTF-16 code unit, and gives {@link part}. */
  read(code: number): number {
    const automaton = this.#automaton;
    let state = this.#state;
    let part = this.#part;
    let to = automaton.edge(state, code);
    while (to === NONE && state !== ROOT) {
      state = automaton.linkOf(state);
      part = automaton.lengthOf(state);
      to = automaton.edge(state, code);
    }
    this.#state = to === NONE ? ROOT : to;
    this.#part = to === NONE ? 0 : part + 1;
    return this.#part;
  }

  /** How long the longest part of a form is that begins here. */
  get part(): number {
    return this.#part;
  }

  /** How long the longest form is that stands here whole; 0 where none does. */
  get whole(): number {
    const { wholes } = this.#automaton;
    return this.#isLongest() ? this.#longest(wholes) : this.#shorter(wholes);
  }

  /** How long the longest end of a form is that begins here. */
  get rest(): number {
    const { rests } = this.#automaton;
    return this.#isLongest() ? this.#longest(rests) : this.#shorter(rests);
  }

  /** How long the longest beginning of a form is that stands here. */
  get head(): number {
    return this.#longest(this.#automaton.heads);
  }

  /** Of what stands here, the longest that is one of these. */
  #longest(ends: Ends): number {
    return ends.isOne[this.#state] === 1 ? this.#part : this.#shorter(ends);
  }

  #shorter({ longest }: Ends): number {
    return longest[this.#automaton.linkOf(this.#state)] ?? 0;
  }

  /** Only the longest that a state stands for can be a whole form, or an end of one. */
  #isLongest(): boolean {
    return this.#part === this.#automaton.lengthOf(this.#state);
  }
}

import type { JsonObject, RequestId } from "@x/wire";
import { placeholdersIn } from "./bound-ids.js";
import { standingAnswers } from "./standing-answers.js";
import type { Trait } from "./trait.js";
import type { Lifetime, StandingAnswer, Step, Transcript } from "./transcript.js";
import { type Place, refuse, transcriptLine } from "./transcript-line.js";

/**
 * Reads a transcript: one thing a line, each behind its mark. The README of this package has the marks.
 *
 * @throws TestkitError `invalid_transcript`; the message begins with `name` and the line.
 */
export function parseTranscript(text: string, name = "transcript"): Transcript {
  const draft = new Draft();
  for (const [index, whole] of text.split("\n").entries()) {
    const place = { name, line: index + 1 };
    draft.add(whole.endsWith("\r") ? whole.slice(0, -1) : whole, place);
  }
  return draft.transcript(name, text);
}

interface OpenStanding {
  readonly line: number;
  readonly message: JsonObject;
  readonly steps: Step[];
}

interface OpenLifetime {
  readonly steps: Step[];
  readonly standing: (OpenStanding | StandingAnswer)[];
  /** Where the next step goes: the lifetime itself, its last standing answer, or {@link NOWHERE}. */
  current: Step[];
  /** The ids that a placeholder may name here. */
  labels: Set<RequestId>;
}

/** Where the steps behind `* modern` would go. */
const NOWHERE: Step[] = [];

class Draft {
  readonly #about: string[] = [];
  readonly #traits: Trait[] = [];
  readonly #lifetimes: OpenLifetime[] = [];
  #expected: { readonly value: unknown } | undefined;
  #started = false;

  add(text: string, place: Place): void {
    const line = transcriptLine(text, place);
    const says = line.type !== "blank" && line.type !== "comment";
    if (says && this.#expected !== undefined) {
      refuse(place, 'stands behind "=", which ends a transcript');
    }
    this.#started ||= says;
    switch (line.type) {
      case "blank":
        break;
      case "comment":
        if (!this.#started) this.#about.push(line.text);
        break;
      case "trait":
        if (this.#lifetimes.length > 0) refuse(place, "is a trait: those stand before all else");
        this.#traits.push(line.trait);
        break;
      case "opened":
        this.#open();
        break;
      case "step":
        this.#step(line.step, place);
        break;
      case "standing":
        this.#standing(line.message, place);
        break;
      case "standing_of":
        this.#lifetime().standing.push(...standingAnswers(line.server));
        this.#lifetime().current = NOWHERE;
        break;
      case "expected":
        this.#expected = { value: line.value };
        break;
    }
  }

  transcript(name: string, text: string): Transcript {
    this.#lifetime();
    const lifetimes: readonly Lifetime[] = this.#lifetimes.map(({ steps, standing }) => ({
      steps,
      standing,
    }));
    return {
      name,
      text,
      about: this.#about.join(" "),
      traits: this.#traits,
      lifetimes,
      expected: this.#expected?.value,
    };
  }

  /** The first one need not be opened. */
  #lifetime(): OpenLifetime {
    return this.#lifetimes.at(-1) ?? this.#open();
  }

  #open(): OpenLifetime {
    const steps: Step[] = [];
    const lifetime = { steps, standing: [], current: steps, labels: new Set<RequestId>() };
    this.#lifetimes.push(lifetime);
    return lifetime;
  }

  #step(step: Step, place: Place): void {
    const { current, labels } = this.#lifetime();
    if (current === NOWHERE) refuse(place, "is a step of no answer: it follows a whole server");
    const last = current.at(-1);
    if (last?.type === "closed") refuse(place, 'stands behind "-": open anew with "+" first');
    if (last?.type === "exit" && step.type !== "closed") {
      refuse(place, 'stands behind "!": open anew with "+" first');
    }
    if (step.type === "await") bindable(step.message, labels);
    if (step.type === "write" || step.type === "write_raw" || step.type === "log") {
      for (const label of placeholdersIn(step.text)) {
        if (!labels.has(label)) {
          refuse(
            place,
            `has a placeholder for id ${JSON.stringify(label)}, which no ">" before it has`,
          );
        }
      }
    }
    current.push(step);
  }

  #standing(message: JsonObject, { line }: Place): void {
    const lifetime = this.#lifetime();
    const answer: OpenStanding = { line, message, steps: [] };
    lifetime.standing.push(answer);
    lifetime.current = answer.steps;
    lifetime.labels = new Set();
    for (const step of lifetime.steps) {
      if (step.type === "await") bindable(step.message, lifetime.labels);
    }
    bindable(message, lifetime.labels);
  }
}

/** Adds the id that a client's request stands under. */
function bindable({ id, result, error }: JsonObject, labels: Set<RequestId>): void {
  const isRequest = result === undefined && error === undefined;
  if (isRequest && (typeof id === "string" || typeof id === "number")) labels.add(id);
}

import { checkContent, type FormAnswer, type FormHandler } from "@x/input";
import { ConsoleError } from "./console-error.js";
import type { Question } from "./protocol.js";

/** What servers ask the user, until a page answers it. */
export class Questions {
  readonly #open = new Map<number, { question: Question; answer: (answer: FormAnswer) => void }>();
  readonly #changed: () => void;
  #last = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Those that wait, oldest first. */
  get all(): readonly Question[] {
    return [...this.#open.values()].map(({ question }) => question);
  }

  /** Shows a form to the pages: fits the handlers of `@x/input`. */
  readonly ask: FormHandler = ({ message, fields, defaults }, { peer, asked, signal }) =>
    new Promise<FormAnswer>((resolve) => {
      this.#last += 1;
      const key = this.#last;
      const answer = (given: FormAnswer): void => {
        if (!this.#open.delete(key)) return;
        resolve(given);
        this.#changed();
      };
      const about = asked === undefined || asked.type === "resource" ? null : asked.name;
      this.#open.set(key, { question: { key, peer, about, message, fields, defaults }, answer });
      signal.addEventListener("abort", () => answer({ action: "cancel" }));
      if (signal.aborted) answer({ action: "cancel" });
      else this.#changed();
    });

  /**
   * @throws ConsoleError `no_such_question`: it was answered, or is not wanted any more; `does_not_fit`: it stays
   * open for another answer.
   */
  answer(key: number, given: FormAnswer): void {
    const open = this.#open.get(key);
    if (open === undefined) {
      throw new ConsoleError("This question is not open any more.", { code: "no_such_question" });
    }
    if (given.action === "accept") {
      const [problem] = checkContent(open.question, given.content);
      if (problem !== undefined) {
        const message = `${problem.field} ${problem.message}. Nothing was sent.`;
        throw new ConsoleError(message, { code: "does_not_fit" });
      }
    }
    open.answer(given);
  }
}

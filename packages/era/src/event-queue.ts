/** Events in the order in which they came, taken by one taker. After {@link fail} every take rejects. */
export class EventQueue<Event> {
  readonly #events: Event[] = [];
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};

  push(event: Event): void {
    this.#events.push(event);
    this.#wake();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  async take(): Promise<Event> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      const event = this.#events.shift();
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

interface Running {
  count: number;
  readonly waiting: (() => void)[];
}

/** Counts the work in flight in this process by key, with a maximum for each key. */
export class InFlight {
  readonly #running = new Map<string, Running>();

  /** Returns false if `max` of the key are in flight already. */
  enter(key: string, max: number): boolean {
    const running = this.#running.get(key) ?? { count: 0, waiting: [] };
    if (running.count >= max) return false;
    running.count += 1;
    this.#running.set(key, running);
    return true;
  }

  leave(key: string): void {
    const running = this.#running.get(key);
    if (running === undefined) return;
    running.count -= 1;
    if (running.count === 0) this.#running.delete(key);
    for (const resume of running.waiting.splice(0)) resume();
  }

  /** Resolves when one of the key has ended; at once if none is in flight. */
  async whenAnyEnds(key: string): Promise<void> {
    const running = this.#running.get(key);
    if (running !== undefined) await new Promise<void>((resolve) => running.waiting.push(resolve));
  }
}

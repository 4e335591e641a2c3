interface Running {
  count: number;
  readonly waiting: (() => void)[];
}

/** What is under way in this process, by key, at most so many of one key. */
export class InFlight {
  readonly #running = new Map<string, Running>();

  /** Enters unless `most` of the key are under way already. */
  enter(key: string, most: number): boolean {
    const running = this.#running.get(key) ?? { count: 0, waiting: [] };
    if (running.count >= most) return false;
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

  /** Resolves when one of the key has ended; at once when none is under way. */
  async whenAnyEnds(key: string): Promise<void> {
    const running = this.#running.get(key);
    if (running !== undefined) await new Promise<void>((resolve) => running.waiting.push(resolve));
  }
}

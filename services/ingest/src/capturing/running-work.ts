/** Tracks concurrent work, so that a caller can wait for all of it. */
export class RunningWork {
  readonly #running = new Set<Promise<unknown>>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Resolves when all work that is running now has ended, successfully or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}

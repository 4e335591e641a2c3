/** Work that runs side by side, and a way to wait for all of it that had begun. */
export class WorkInProgress {
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

  /** Resolves when everything that runs now has ended, well or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}

/** Counts by key, to which sessions add and from which they are taken again. A key without a count is left out. */
export class Counts {
  readonly #counts = new Map<string, number>();

  add(key: string, by: number): void {
    const count = this.get(key) + by;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }

  get(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  get size(): number {
    return this.#counts.size;
  }

  entries(): IterableIterator<[string, number]> {
    return this.#counts.entries();
  }

  values(): IterableIterator<number> {
    return this.#counts.values();
  }
}

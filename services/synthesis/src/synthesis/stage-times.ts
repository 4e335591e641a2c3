/**
 * Where the time of a synthesis goes: `embed` waits for the query's vector, `candidates` asks the index, `rank` and
 * `pack` compute, `texts` fetches what may be packed.
 */
export type SynthesisStage = 'embed' | 'candidates' | 'rank' | 'texts' | 'pack';

/** Adds up the time of each stage of one synthesis. A stage within another is counted for itself alone. */
export class StageTimes {
  readonly #seconds = new Map<SynthesisStage, number>();
  #nestedSeconds = 0;

  /** Stages of one synthesis come one after the other, or one within another. */
  async time<T>(stage: SynthesisStage, work: () => T | Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const beside = this.#nestedSeconds;
    this.#nestedSeconds = 0;
    try {
      return await work();
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000;
      this.#seconds.set(stage, (this.#seconds.get(stage) ?? 0) + seconds - this.#nestedSeconds);
      this.#nestedSeconds = beside + seconds;
    }
  }

  /** Seconds of each stage that there was. */
  get seconds(): ReadonlyMap<SynthesisStage, number> {
    return this.#seconds;
  }
}

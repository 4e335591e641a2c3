/**
 * The stages of a synthesis: `embed` waits for the query's vector, `candidates` searches the index, `rank` and `pack`
 * compute, `texts` fetches the texts of what may be packed.
 */
export type SynthesisStage = 'embed' | 'candidates' | 'rank' | 'texts' | 'pack';

/**
 * Adds up the time of each stage of one synthesis. The time of a stage that runs within another is not part of the other's.
 * The time of a ranking arm is part of the stage that it runs in.
 */
export class StageTimes {
  readonly #armSeconds = new Map<string, number>();
  readonly #seconds = new Map<SynthesisStage, number>();
  #nestedSeconds = 0;

  /** Stages run one after the other, or one within another. */
  async time<T>(stage: SynthesisStage, work: () => T | Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const outerNested = this.#nestedSeconds;
    this.#nestedSeconds = 0;
    try {
      return await work();
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000;
      this.#seconds.set(stage, (this.#seconds.get(stage) ?? 0) + seconds - this.#nestedSeconds);
      this.#nestedSeconds = outerNested + seconds;
    }
  }

  /** Times a run of an arm, which may search before it scores; a promise is timed until it settles. */
  timeArm<T>(arm: string, work: () => T): T {
    const startedAt = performance.now();
    const record = (): void => {
      const seconds = (performance.now() - startedAt) / 1_000;
      this.#armSeconds.set(arm, (this.#armSeconds.get(arm) ?? 0) + seconds);
    };
    const result = work();
    if (result instanceof Promise) return result.finally(record) as T;
    record();
    return result;
  }

  get armSeconds(): ReadonlyMap<string, number> {
    return this.#armSeconds;
  }

  /** Seconds of each stage that ran. */
  get seconds(): ReadonlyMap<SynthesisStage, number> {
    return this.#seconds;
  }
}

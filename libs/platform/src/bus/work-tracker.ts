import { settledWithin } from './bounded-wait.ts';

/** Counts work in progress, so that a close can wait for it. */
export class WorkTracker {
  #underWay = 0;
  readonly #idle: (() => void)[] = [];

  get underWay(): number {
    return this.#underWay;
  }

  async track<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  /** Waits until no work is in progress; false after the time. */
  async idleWithin(milliseconds: number): Promise<boolean> {
    if (this.#underWay === 0) return true;
    return settledWithin(new Promise<void>((resolve) => this.#idle.push(resolve)), milliseconds);
  }
}
